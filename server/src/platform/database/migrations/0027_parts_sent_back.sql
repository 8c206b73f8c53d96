-- The bank of a buyer may send back a part, too, while its order goes on.
alter table payments add column most_refunded_cents bigint not null default 0;

comment on column payments.most_refunded_cents is
  'The most that it has given back at any time, in cents: what a bank has sent back of it is due again.';

create or replace function is_refund_due(payment payments) returns boolean language sql stable as $$
  select payment.refunded_cents < payment.amount_cents and payment.reversed_at is null
    and not (payment.disputed and (select coalesce(bool_or(is_open), true)
      from disputes where payment_id = payment.id))
    and case payment.status
      when 'completed' then payment.refunded_cents < payment.most_refunded_cents
        or (select status in ('cancelled', 'refunded') from orders where id = payment.order_id)
      when 'failed' then coalesce(payment.problem not in (
        'The buyer has not approved this payment.',
        'Its amount was changed at the provider, so the shop stopped it. No money was taken, and there is nothing to do.',
        'It is not as the shop opens payments, so the shop stopped it. No money was taken, and there is nothing to do.',
        'It goes to another account at the provider, not to that of the shop. Do not send the goods. The shop has no money to return: the buyer gets it back from the provider.',
        'It consists of several payments, and the shop asks for one. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
        'A part of it goes to another account, or it is held back at the provider. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
        'The shop did not open this payment, and it is not of the amount of the order. Look it up at the provider. If it belongs to no sale, refund it there.',
        'It names no order of this shop, and may belong to another sale of the same account. Look it up at the provider. If it belongs to no sale, refund it there.'
      ), false)
      else false
    end
$$;

comment on column payments.is_refund_due is
  'Whether a refund is due: paid for a cancelled or refunded order, sent back by a bank, or never meant to count. While a dispute is open, the provider decides. Written by updateRefundDue().';
