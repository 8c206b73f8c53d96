-- Until when an attempt keeps its order from expiring: while the provider is asked whether it was paid (DECISIONS B20).
alter table payment_attempts add column held_until timestamptz;

alter table orders alter column expires_at set default now() + interval '30 minutes';

-- Orders of the last hour by the network address that they came from, as its hash.
create table order_addresses (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  placed_at timestamptz not null default now()
);
create index order_addresses_recent on order_addresses (address_hash, placed_at);
create index order_addresses_placed_at on order_addresses (placed_at);
