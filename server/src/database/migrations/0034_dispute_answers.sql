-- What the shop answered in a dispute, written before the provider is asked, so that nothing is lost when it is silent.
create table dispute_answers (
  id object_id primary key,
  dispute_id object_id not null references disputes on delete cascade,
  -- Null for an account that is gone.
  actor_id object_id references users on delete set null,
  action text not null check (action in ('accept-claim', 'provide-evidence')),
  -- sending: no answer from the provider, which may have taken it · sent: it has · refused: it has not.
  state text not null default 'sending' check (state in ('sending', 'sent', 'refused')),
  -- The provider's sentence.
  refusal text,
  -- Emptied with the personal data of the order.
  text text,
  carrier text,
  tracking_number text,
  created_at timestamptz not null default now()
);
create index dispute_answers_dispute_id on dispute_answers (dispute_id);
create index dispute_answers_actor_id on dispute_answers (actor_id);

create table dispute_files (
  id object_id primary key,
  answer_id object_id not null references dispute_answers on delete cascade,
  name text not null,
  content_type text not null check (content_type in ('image/jpeg', 'image/gif', 'image/png', 'application/pdf')),
  size int not null,
  bytes bytea not null
);
create index dispute_files_answer_id on dispute_files (answer_id);

-- Answers from before this version: the audit log knows who, when and of which parcel, but no text.
insert into dispute_answers (id, dispute_id, actor_id, action, state, carrier, tracking_number, created_at)
select substr(md5('answer ' || audit_log.id), 1, 24), disputes.id, users.id,
  case audit_log.action when 'dispute.accepted' then 'accept-claim' else 'provide-evidence' end,
  'sent', after ->> 'carrier', after ->> 'number', at
from audit_log
join disputes on audit_log.subject = 'dispute:' || disputes.id
left join users on users.id = audit_log.actor_id
where audit_log.action in ('dispute.accepted', 'dispute.answered');
