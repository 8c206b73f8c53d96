-- Ids are 24 hexadecimal characters that sort by time (SPEC §5).
create domain object_id as text check (value ~ '^[0-9a-f]{24}$');

create table users (
  id object_id primary key,
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text not null check (email = lower(email)),
  password_hash text not null,
  role text not null default 'customer' check (role in ('admin', 'customer', 'manager')),
  is_active boolean not null default true,
  avatar_url text,
  created_at timestamptz not null default now(),
  constraint users_email_key unique (email)
);

-- The cookie holds the token; the table only its SHA-256, so a stolen backup opens no session.
create table sessions (
  token_hash bytea primary key,
  user_id object_id not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);

create table addresses (
  id object_id primary key,
  user_id object_id not null references users on delete cascade,
  first_name text not null,
  last_name text not null,
  country_code text not null,
  phone_number text not null,
  building text not null,
  street text not null,
  city text not null,
  state text not null,
  pin_code text not null,
  country text not null
);
create index addresses_user_id on addresses (user_id, id desc);
