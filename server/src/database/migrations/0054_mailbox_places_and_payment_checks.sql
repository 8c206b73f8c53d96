-- Since when an account has had an address of its mailbox (0053), not of every spelling: the account with the earliest keeps a place
-- of its own among the emails to that mailbox (ADR 0022). One that leaves and comes back begins anew.
alter table users add email_since timestamptz not null default now();
update users set email_since = coalesce(
  (select max(expires_at) - interval '7 days' from email_changes where user_id = users.id and expires_at > now()),
  created_at
);

create function keep_email_since() returns trigger language plpgsql as $$
begin
  new.email_since := now();
  return new;
end $$;
create trigger users_keep_email_since before update of email on users for each row
  when (mailbox_of(old.email) <> mailbox_of(new.email)) execute function keep_email_since();

drop index users_mailbox;
create index users_mailbox on users (mailbox_of(email), email_since, id);

-- Completed payments are looked up again now and then: refunds and reversals at the provider may have no event (ADR 0015).
create index payments_to_check on payments (next_look_at) where status = 'completed' and refunded_at is null;
-- Those from before, older ones over a longer time, so that they do not all come at once.
update payments set next_look_at = now() + random() * 2 * greatest(now() - created_at, interval '1 day')
where status = 'completed' and refunded_at is null;
