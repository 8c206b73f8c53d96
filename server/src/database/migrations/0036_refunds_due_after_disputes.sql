-- A payment stays disputed after the buyer has won. What is left of it is due once no dispute about it is open; without a
-- recorded dispute (a chargeback) the flag alone decides, as before.
create or replace function is_refund_due(payment payments) returns boolean language sql stable as $$
  select payment.refunded_cents < payment.amount_cents
    and not (payment.disputed and (select coalesce(bool_or(status <> 'RESOLVED'), true)
      from disputes where payment_id = payment.id))
    and case payment.status
      when 'completed' then (select status = 'cancelled' from orders where id = payment.order_id)
      when 'failed' then coalesce(payment.problem <> 'The buyer has not approved this payment.', false)
      else false
    end
$$;

-- The lock of the order is held here as well.
create function keep_refund_due_of_dispute() returns trigger language plpgsql as $$
begin
  update payments set order_id = order_id where id = new.payment_id;
  return null;
end $$;
create trigger disputes_keep_refund_due after insert on disputes
  for each row execute function keep_refund_due_of_dispute();
create trigger disputes_keep_refund_due_of_change after update of status, payment_id on disputes
  for each row when ((old.status, old.payment_id) is distinct from (new.status, new.payment_id))
  execute function keep_refund_due_of_dispute();

update payments set order_id = order_id where disputed;
