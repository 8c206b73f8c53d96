-- Restricts nothing while it is null (DECISIONS B66).
alter table users add column email_confirmed_at timestamptz;

-- What a letter's link carries; the table only knows its SHA-256. A letter that had to be sent again has several, and
-- each of them works.
create table user_tokens (
  token_hash bytea primary key,
  user_id object_id not null references users on delete cascade,
  purpose text not null check (purpose in ('password-reset', 'confirm-email')),
  -- Proves nothing about another address. Empty once it proves nothing at all; the row still counts as a letter.
  email text not null,
  letter_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index user_tokens_user_id on user_tokens (user_id, purpose);

-- Here rather than in the code, so that no way to a new address or password can forget it.
create function forget_proofs() returns trigger language plpgsql as $$
begin
  if new.email <> old.email then
    new.email_confirmed_at := null;
  end if;
  update user_tokens set email = ''
  where user_id = new.id and (new.email <> old.email or purpose = 'password-reset');
  return new;
end $$;
create trigger forget_proofs before update of email, password_hash on users for each row
  when (new.email <> old.email or new.password_hash <> old.password_hash) execute function forget_proofs();
