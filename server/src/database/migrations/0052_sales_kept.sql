-- The sums of sales leave out money that a bank has taken back, and are answered from the index alone (DECISIONS B116).
drop index payments_sales;
create index payments_sales on payments (created_at) include (id, amount_cents, refunded_cents, disputed)
  where status = 'completed';
