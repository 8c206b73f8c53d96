alter table payments
  -- The sum of its completed refunds, always counted afresh from their rows.
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- The buyer or the bank contests it: what it paid for is not sent (PAYMENTS §4).
  add column disputed boolean not null default false,
  -- When a pending payment is looked up again.
  add column next_look_at timestamptz not null default now() + interval '1 hour';
create index payments_due on payments (next_look_at) where status = 'pending' and problem is null;

-- Money on its way back. `request_id` names the refund at the provider, so that repeating it moves nothing twice.
create table refunds (
  id object_id primary key,
  payment_id object_id not null references payments,
  request_id text not null constraint refunds_request_key unique,
  provider_refund_id text unique,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('queued', 'pending', 'completed', 'failed')),
  -- staff: somebody of the shop · automatic: a payment that must not count · provider: made at the provider itself.
  origin text not null check (origin in ('staff', 'automatic', 'provider')),
  reason text,
  -- Why the provider refused.
  failure text,
  actor_id object_id references users,
  -- When somebody asks the provider again, unless it has ended by then.
  next_try_at timestamptz not null default now() + interval '1 minute',
  created_at timestamptz not null default now()
);
create unique index refunds_one_automatic on refunds (payment_id) where origin = 'automatic';
create index refunds_payment_id on refunds (payment_id);
create index refunds_due on refunds (next_try_at) where state in ('queued', 'pending');

insert into refunds (id, payment_id, request_id, amount_cents, state, origin, created_at)
select substr(md5(id), 1, 24), id, id, amount_cents, 'completed', 'provider', refunded_at
from payments where refunded_at is not null;
update payments set refunded_cents = amount_cents where refunded_at is not null;

-- When the reconciler looks at an open attempt; pushed ahead by whoever takes it, so that nobody else does.
alter table payment_attempts add column next_look_at timestamptz not null default now() + interval '2 minutes';
create index payment_attempts_due on payment_attempts (next_look_at) where state = 'open';

-- What a provider rang about. Only ids are kept: everything else is asked from the provider.
create table webhook_events (
  gateway text not null,
  event_id text not null,
  kind text not null check (kind in ('session', 'charge', 'refund', 'dispute', 'other')),
  event_type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (gateway, event_id)
);
create index webhook_events_waiting on webhook_events (received_at) where processed_at is null;

create table disputes (
  id object_id primary key,
  gateway text not null,
  provider_dispute_id text not null,
  payment_id object_id references payments,
  reason text not null,
  status text not null,
  stage text not null,
  outcome text,
  amount_cents bigint not null,
  currency text not null,
  respond_by timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  unique (gateway, provider_dispute_id)
);
create index disputes_payment_id on disputes (payment_id);
create index disputes_status on disputes ((status <> 'RESOLVED'), id desc);
