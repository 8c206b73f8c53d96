-- The shop's own account at each provider, as the provider named it when asked with these keys; null when it answered without one.
create table provider_accounts (
  gateway text primary key,
  client_id text not null,
  account text,
  answered_at timestamptz not null default now()
);

-- A payment at the provider that names no order of the shop (C20) has neither order nor customer, and never counts.
alter table payments alter column order_id drop not null;
alter table payments alter column user_id drop not null;
alter table payments add constraint payments_of_no_order_fail check (
  (order_id is null) = (user_id is null) and (order_id is not null or (status = 'failed' and problem is not null))
);

-- Repeats problemsWithoutRefund of the contract.
create or replace function is_refund_due(payment payments) returns boolean language sql stable as $$
  select payment.refunded_cents < payment.amount_cents and payment.reversed_at is null
    and not (payment.disputed and (select coalesce(bool_or(is_open), true)
      from disputes where payment_id = payment.id))
    and case payment.status
      when 'completed' then (select status = 'cancelled' from orders where id = payment.order_id)
      when 'failed' then coalesce(payment.problem not in (
        'The buyer has not approved this payment.',
        'Its amount was changed at the provider, so the shop stopped it. No money was taken, and there is nothing to do.',
        'It is not as the shop opens payments, so the shop stopped it. No money was taken, and there is nothing to do.',
        'It goes to another account at the provider, not to that of the shop. Do not send the goods. The shop has no money to return: the buyer gets it back from the provider.',
        'It consists of several payments, and the shop asks for one. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
        'It names no order of this shop, and may belong to another sale of the same account. Look it up at the provider. If it belongs to no sale, refund it there.'
      ), false)
      else false
    end
$$;
