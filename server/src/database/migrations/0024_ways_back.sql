-- Changes of address that were made without the password: who reads at the address from before can undo them until then
-- (DECISIONS B66). Their order decides: an undo takes its own change back and all that came later, never an earlier one.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id object_id not null references users on delete cascade,
  -- The address before the change.
  email text not null,
  expires_at timestamptz not null
);
create index email_changes_user_id on email_changes (user_id, id);
create index email_changes_email on email_changes (email);

-- What an account is given back when it is reopened (DECISIONS B67). Its row in users is blank meanwhile, as if it were
-- erased, so that no reader has to know of it.
create table closed_accounts (
  user_id object_id primary key references users on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null,
  password_hash text not null,
  avatar_url text,
  erase_at timestamptz not null
);
create index closed_accounts_email on closed_accounts (email);
create index closed_accounts_erase_at on closed_accounts (erase_at);

alter table user_tokens
  drop constraint user_tokens_purpose_check,
  add constraint user_tokens_purpose_check
    check (purpose in ('password-reset', 'confirm-email', 'restore-email', 'reopen-account'));

-- A token for an address with a right to the account proves who reads there, whatever the account's address is now.
create or replace function forget_proofs() returns trigger language plpgsql as $$
begin
  if new.email <> old.email then
    new.email_confirmed_at := null;
  end if;
  update user_tokens token set email = ''
  where user_id = new.id and purpose in ('password-reset', 'confirm-email')
    and (
      new.password_hash <> old.password_hash and purpose = 'password-reset'
      or new.email <> old.email and not exists (
        select from email_changes change
        where change.user_id = new.id and change.email = token.email and change.expires_at > now()
      )
    );
  return new;
end $$;

-- An address that can still be given back belongs to no other account. After the write, because a registration that waited
-- for the change to commit must see it.
create function refuse_reserved_email() returns trigger language plpgsql as $$
begin
  if exists (select from email_changes where email = new.email and user_id <> new.id and expires_at > now()) then
    raise unique_violation using constraint = 'users_email_key', message = 'This address can still be given back.';
  end if;
  return null;
end $$;
create trigger users_refuse_reserved_email after insert or update of email on users for each row
  execute function refuse_reserved_email();
