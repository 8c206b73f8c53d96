-- Slow limits count longer than the fast ones.
alter table guesses add column lasts interval not null default '15 minutes';

-- Devices from which an account was logged in to before: each has a counter of its own, so that strangers who guess cannot
-- lock the owner out there. Their token is no credential: it opens nothing.
create table known_devices (
  token_hash bytea primary key,
  user_id object_id not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index known_devices_user_id on known_devices (user_id, last_used_at);
