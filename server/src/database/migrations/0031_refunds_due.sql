-- Money that the shop holds and has to give back (DECISIONS B19, C4): paid for a cancelled order, or never meant to count.
-- While the payment is disputed, the provider decides who gets it.
alter table payments add column is_refund_due boolean not null default false;
create index payments_refund_due on payments (order_id) where is_refund_due;

create function is_refund_due(payment payments) returns boolean language sql stable as $$
  select not payment.disputed and payment.refunded_cents < payment.amount_cents and case payment.status
    when 'completed' then (select status = 'cancelled' from orders where id = payment.order_id)
    when 'failed' then coalesce(payment.problem <> 'The buyer has not approved this payment.', false)
    else false
  end
$$;

-- Everything that changes a payment or moves its order holds the lock of the order.
create function keep_refund_due() returns trigger language plpgsql as $$
begin
  new.is_refund_due := is_refund_due(new);
  return new;
end $$;
create trigger payments_keep_refund_due before insert or update on payments
  for each row execute function keep_refund_due();

create function keep_refund_due_of_order() returns trigger language plpgsql as $$
begin
  update payments set order_id = order_id where order_id = new.id;
  return null;
end $$;
create trigger orders_keep_refund_due after update of status on orders
  for each row when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function keep_refund_due_of_order();

update payments set order_id = order_id;

-- One at a time: after a refusal, or a dispute that the shop has won, another one may follow.
drop index refunds_one_automatic;
create unique index refunds_one_automatic on refunds (payment_id)
  where origin = 'automatic' and state in ('queued', 'pending');

-- Cancelled before the shop gave money back by itself: staff decide, because some of it may have gone back in other ways.
insert into refunds (id, payment_id, request_id, amount_cents, state, origin, reason, failure)
select substr(md5(id || 'due'), 1, 24), id, id || '-due', amount_cents - asked, 'failed', 'automatic',
  'The order was cancelled.', 'The order was cancelled before the shop gave money back by itself.'
from (
  select id, amount_cents,
    (select coalesce(sum(amount_cents), 0) from refunds where payment_id = payments.id and state <> 'failed') asked
  from payments where is_refund_due and status = 'completed'
) due
where asked < amount_cents;

-- Staff see refunds as they happen, refused ones included.
create function tell_of_refund() returns trigger language plpgsql as $$
begin
  perform tell_staff(jsonb_build_object('kind', 'payment', 'payment', id, 'order', order_id, 'problem', null))
  from payments where id = new.payment_id;
  return null;
end $$;
create trigger refunds_tell_staff after insert on refunds for each row execute function tell_of_refund();
create trigger refunds_tell_staff_of_change after update of state on refunds
  for each row when (old.state <> new.state) execute function tell_of_refund();
