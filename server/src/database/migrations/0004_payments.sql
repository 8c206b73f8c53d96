-- One try at the provider to pay an order. The provider's order id is known once the provider answered.
create table payment_attempts (
  id object_id primary key,
  order_id object_id not null references orders on delete cascade,
  gateway text not null check (gateway in ('paypal')),
  number integer not null,
  provider_order_id text,
  approve_url text,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'closed')),
  capture_try integer not null default 1,
  created_at timestamptz not null default now(),
  unique (order_id, number),
  unique (gateway, provider_order_id)
);
create unique index payment_attempts_open on payment_attempts (order_id) where state = 'open';

create table payments (
  id object_id primary key,
  user_id object_id not null references users,
  order_id object_id not null references orders,
  status text not null check (status in ('pending', 'completed', 'failed')),
  gateway text not null check (gateway in ('paypal')),
  gateway_mode text not null check (gateway_mode in ('test', 'sandbox', 'live')),
  transaction_id text not null,
  provider_order_id text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  email_address text,
  update_time timestamptz not null,
  -- Why this payment does not count; on a failed one, money was taken that is owed back (DECISIONS C4).
  problem text,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payments_transaction_key unique (gateway, transaction_id)
);
create unique index payments_one_per_order on payments (order_id)
  where status in ('pending', 'completed') and problem is null;
create index payments_order_id on payments (order_id);
create index payments_provider_order_id on payments (provider_order_id);
create index payments_status on payments (status, id desc);

alter table orders add constraint orders_payment_id_fkey foreign key (payment_id) references payments;
