-- Guesses at somebody's password or code, by the hash of whose and from where. It counts what failed, and what is just
-- being looked at: a guess is counted before it is tried, so that parallel ones cannot pass the limit together.
create table guesses (
  key bytea primary key,
  count integer not null default 1,
  since timestamptz not null default now()
);

-- A name for each session that may be shown; the hash of its token may not.
alter table sessions add column id object_id;
update sessions set id = left(encode(sha256(token_hash), 'hex'), 24);
alter table sessions alter column id set not null, add constraint sessions_id_key unique (id);

-- The secret stays readable: whoever steals it has the whole database, and the key would stand beside it.
create table two_factor (
  user_id object_id primary key references users on delete cascade,
  secret text not null,
  -- Null until a code has shown that the owner's app knows the secret.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was taken: no code works twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id object_id not null references two_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
