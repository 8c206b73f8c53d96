-- What staff write down about an order for each other.
create table order_notes (
  id object_id primary key,
  order_id object_id not null references orders on delete cascade,
  author_id object_id not null references users,
  text text not null,
  created_at timestamptz not null default now()
);
create index order_notes_order_id on order_notes (order_id, id);

-- Lists by what was paid, of all or of one status; by time they follow the ids.
create index orders_total on orders (total_cents, id);
create index orders_status_total on orders (status, total_cents, id);
create index payments_amount on payments (amount_cents, id);
create index payments_status_amount on payments (status, amount_cents, id);
