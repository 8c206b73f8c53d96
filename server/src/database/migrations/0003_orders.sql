create table orders (
  id object_id primary key,
  user_id object_id not null references users,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded')),
  sub_total_cents bigint not null check (sub_total_cents >= 0),
  saved_cents bigint not null check (saved_cents >= 0),
  shipping_cents bigint not null check (shipping_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint not null,
  -- A copy: the order stays readable when the customer edits the address (DECISIONS B23).
  shipping_address jsonb not null,
  payment_id object_id,
  created_at timestamptz not null default now(),
  check (total_cents = sub_total_cents + shipping_cents + tax_cents)
);
create index orders_user_id on orders (user_id, id desc);
create index orders_status on orders (status, id desc);

create table order_lines (
  order_id object_id not null references orders on delete cascade,
  position integer not null,
  product_id object_id not null references products,
  -- Name and picture of the day it was bought.
  name text not null,
  picture jsonb,
  price_cents bigint not null check (price_cents > 0),
  saved_cents bigint not null check (saved_cents >= 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, position),
  unique (order_id, product_id)
);
create index order_lines_product_id on order_lines (product_id);

-- Every move of an order: who and when. `actor_id` is null when the shop itself moved it.
create table order_history (
  id bigint generated always as identity primary key,
  order_id object_id not null references orders on delete cascade,
  from_status text,
  to_status text not null,
  actor_id object_id references users,
  created_at timestamptz not null default now()
);
create index order_history_order_id on order_history (order_id);

-- Written in the order's own transaction (DECISIONS B21).
create table idempotency_keys (
  user_id object_id not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  order_id object_id not null references orders on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
