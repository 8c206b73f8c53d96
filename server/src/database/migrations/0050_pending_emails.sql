-- The new address of an account with two-factor sign-in, until the link that was sent there is opened (ADR 0021). Such an account
-- never has an address that was not confirmed: its reader could neither sign in nor register.
create table pending_emails (
  user_id object_id primary key references two_factor on delete cascade,
  email text not null,
  expires_at timestamptz not null
);

drop trigger users_keep_confirmed_email on users;
drop function keep_confirmed_email();
alter table two_factor drop column confirmed_email;

-- The link that moves an account proves its new address, and can be opened again.
create or replace function forget_proofs() returns trigger language plpgsql as $$
begin
  if new.email <> old.email then
    new.email_confirmed_at := null;
  end if;
  update user_tokens token set email = ''
  where user_id = new.id and purpose in ('password-reset', 'confirm-email')
    and (
      new.password_hash <> old.password_hash and purpose = 'password-reset'
      or new.email <> old.email and token.email <> new.email and not exists (
        select from email_changes change
        where change.user_id = new.id and change.email = token.email and change.expires_at > now()
      )
    );
  return new;
end $$;
