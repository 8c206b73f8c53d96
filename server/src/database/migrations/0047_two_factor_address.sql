-- The last confirmed address of an account with two-factor sign-in that has moved on: it gets this address back when the reader
-- of its present one, which was never confirmed, proves to read there (ADR 0021).
alter table two_factor add column confirmed_email text;

create function keep_confirmed_email() returns trigger language plpgsql as $$
begin
  -- While a change without the password can be undone, a confirmed address may be a thief's.
  update two_factor set confirmed_email = old.email where user_id = new.id
    and not exists (select from email_changes where user_id = new.id and expires_at > now());
  return null;
end $$;
create trigger users_keep_confirmed_email after update of email on users for each row
  when (old.email <> new.email and old.email_confirmed_at is not null) execute function keep_confirmed_email();
