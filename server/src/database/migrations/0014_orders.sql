-- Until when an order that nobody pays keeps its stock (DECISIONS B20).
alter table orders add column expires_at timestamptz;
update orders set expires_at = created_at + interval '1 day';
alter table orders
  alter column expires_at set not null,
  alter column expires_at set default now() + interval '1 day';
create index orders_due on orders (expires_at) where status = 'pending' and payment_id is null;

-- What the nightly cleaning looks for.
create index idempotency_keys_created_at on idempotency_keys (created_at);
