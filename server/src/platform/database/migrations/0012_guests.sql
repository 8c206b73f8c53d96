-- A guest is a row of users for each order that was placed without an account. It has no password, nobody signs in to
-- it, and several guests may have one address.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('admin', 'customer', 'manager', 'guest'));
alter table users drop constraint users_email_key;
create unique index users_email_key on users (email) where role <> 'guest';
create index users_guests on users (email) where role = 'guest' and deleted_at is null;
comment on index users_guests is
  'For the orders that an account takes over once its address is confirmed, and for the nightly job, which erases guests.';

drop index users_mailbox;
create index users_mailbox on users (mailbox_of(email), email_since, id) where role <> 'guest';
drop index users_searched;
create index users_searched on users using gin (folded((((first_name || ' ') || last_name) || ' ') || email) gin_trgm_ops)
  where role <> 'guest';

-- A refused address would tell a guest that an account can be given it back.
drop trigger users_refuse_reserved_email on users;
create trigger users_refuse_reserved_email after insert or update of email on users
  for each row when (new.role <> 'guest') execute function refuse_reserved_email();
comment on trigger users_refuse_reserved_email on users is
  'An address that an account can be given back belongs to no other account, however that comes to it.';

create or replace function session_end(role text, created_at timestamptz, last_used_at timestamptz) returns timestamptz
language sql stable as $$
  select case role
    when 'customer' then least(last_used_at + interval '30 days', created_at + interval '1 year')
    when 'guest' then created_at + interval '24 hours'
    else least(last_used_at + interval '12 hours', created_at + interval '7 days')
  end
$$;

alter table user_tokens drop constraint user_tokens_purpose_check;
alter table user_tokens add constraint user_tokens_purpose_check
  check (purpose in ('password-reset', 'confirm-email', 'restore-email', 'reopen-account', 'guest-order', 'stop-reminders'));

comment on function session_end is
  'When a session ends: of a guest after a day, for staff after 12 hours without use or 7 days, for customers after 30 days or a year. A function, so that a change of role changes the limits at once.';
