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
        'A part of it goes to another account, or it is held back at the provider. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
        'The shop did not open this payment, and it is not of the amount of the order. Look it up at the provider. If it belongs to no sale, refund it there.',
        'It names no order of this shop, and may belong to another sale of the same account. Look it up at the provider. If it belongs to no sale, refund it there.'
      ), false)
      else false
    end
$$;
