-- When a bank took a payment's money back by itself. An open dispute decides instead of it; a resolved one says nothing of it.
alter table payments add column reversed_at timestamptz;
update payments set reversed_at = now()
where disputed and not exists (select from disputes where payment_id = payments.id);

-- The sums of sales leave out such money, and are answered from the index alone (DECISIONS B116).
drop index payments_sales;
create index payments_sales on payments (created_at) include (amount_cents, refunded_cents, reversed_at)
  where status = 'completed';

create or replace function is_refund_due(payment payments) returns boolean language sql stable as $$
  select payment.refunded_cents < payment.amount_cents and payment.reversed_at is null
    and not (payment.disputed and (select coalesce(bool_or(status <> 'RESOLVED'), true)
      from disputes where payment_id = payment.id))
    and case payment.status
      when 'completed' then (select status = 'cancelled' from orders where id = payment.order_id)
      when 'failed' then coalesce(payment.problem <> 'The buyer has not approved this payment.', false)
      else false
    end
$$;
