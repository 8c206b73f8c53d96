-- What staff wrote and what touched somebody's security: who, when, what, before and after. Each entry's hash covers the
-- one before it, so nothing can be changed, removed or slipped in later without the rest no longer fitting.
create table audit_log (
  id bigint primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null when the operator or the shop itself did it.
  actor_id object_id,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  hash bytea not null
);
create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_actor_id on audit_log (actor_id, id desc);

-- One row: where the chain ends. Locked by whoever writes the next entry, so writers take turns.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  id bigint not null,
  hash bytea not null
);
insert into audit_head values (true, 0, '');

create function audit_hash(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.actor_id, entry.action, entry.subject, entry.before, entry.after
  )::text, 'UTF8'))
$$;

create function append_to_audit_log() returns trigger language plpgsql as $$
declare head audit_head;
begin
  select * into head from audit_head for update;
  new.id := head.id + 1;
  new.hash := audit_hash(head.hash, new);
  update audit_head set id = new.id, hash = new.hash;
  return new;
end $$;
create trigger append_to_audit_log before insert on audit_log for each row execute function append_to_audit_log();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows.';
end $$;
create trigger refuse_audit_change before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
