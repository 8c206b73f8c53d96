alter table payment_attempts
  add column network_hash bytea,
  add column declines integer not null default 0 check (declines >= 0);
comment on column payment_attempts.network_hash is 'Of the network address that began it, for limits on declined payments.';
comment on column payment_attempts.declines is 'Tries that a bank has refused, as far as the shop knows.';

alter table orders add column review_reason text check (length(review_reason) between 1 and 1000);
comment on column orders.review_reason is 'Why staff have to look at the order before it is sent. Null: there is no reason, or they have.';
create index orders_to_review on orders (id) where review_reason is not null;
