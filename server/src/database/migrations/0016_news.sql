-- What the revenue of a day is read from, and nothing else.
create index payments_sales on payments (created_at) include (amount_cents, refunded_cents) where status = 'completed';

-- Whether a product must be ordered soon: REORDER_STOCK pieces or fewer. On the shelf, because an index on the stock itself
-- would slow down every sale; a sale touches it only when it crosses the line.
alter table shelf add column is_low boolean not null default true;
update shelf set is_low = not exists (select from stock where stock.product_id = shelf.product_id and quantity > 5);
create index shelf_low on shelf (product_id) where is_low and is_active;

create function look_whether_low() returns trigger language plpgsql as $$
begin
  new.is_low := not exists (select from stock where product_id = new.product_id and quantity > 5);
  return new;
end $$;
create trigger shelf_looks_whether_low before insert on shelf for each row execute function look_whether_low();

create function keep_low() returns trigger language plpgsql as $$
begin
  update shelf set is_low = new.quantity <= 5 where product_id = new.product_id and is_low <> (new.quantity <= 5);
  return null;
end $$;
create trigger stock_opens_low after insert on stock for each row execute function keep_low();
create trigger stock_keeps_low after update of quantity on stock for each row
  when ((old.quantity <= 5) <> (new.quantity <= 5)) execute function keep_low();

-- What staff hears of as it happens (contract/src/staff/staff-news.ts), told by whatever transaction makes it so.
create function tell_staff(news jsonb) returns void language sql as $$
  select pg_notify('staff_news', news::text)
$$;

create function tell_of_order() returns trigger language plpgsql as $$
begin
  perform tell_staff(jsonb_build_object(
    'kind', 'order', 'order', new.id, 'from', old.status, 'status', new.status, 'total', new.total_cents / 100.0,
    -- A notification holds 8000 bytes, and one that is longer would refuse the order.
    'customer', left(concat_ws(' ',
      new.shipping_address->'name'->>'firstName', new.shipping_address->'name'->>'lastName'), 200)
  ));
  return null;
end $$;
create trigger orders_tell_staff after insert on orders for each row execute function tell_of_order();
create trigger orders_tell_staff_of_move after update of status on orders for each row
  when (old.status <> new.status) execute function tell_of_order();

create function tell_of_payment() returns trigger language plpgsql as $$
begin
  perform tell_staff(jsonb_build_object(
    'kind', 'payment', 'payment', new.id, 'order', new.order_id,
    'problem', case when new.problem is distinct from old.problem then left(new.problem, 200) end
  ));
  return null;
end $$;
create trigger payments_tell_staff after insert on payments for each row execute function tell_of_payment();
create trigger payments_tell_staff_of_change after update of status, problem, refunded_cents, disputed on payments
  for each row when (
    (old.status, old.problem, old.refunded_cents, old.disputed)
    is distinct from (new.status, new.problem, new.refunded_cents, new.disputed)
  ) execute function tell_of_payment();

create function tell_of_dispute() returns trigger language plpgsql as $$
begin
  perform tell_staff(jsonb_build_object('kind', 'dispute', 'dispute', new.id, 'isNew', tg_op = 'INSERT'));
  return null;
end $$;
create trigger disputes_tell_staff after insert or update on disputes for each row execute function tell_of_dispute();

create function tell_of_low_stock() returns trigger language plpgsql as $$
begin
  perform tell_staff(jsonb_build_object(
    'kind', 'low-stock', 'product', id, 'name', left(name, 200), 'stock', new.quantity
  )) from products where id = new.product_id and is_active and deleted_at is null;
  return null;
end $$;
create trigger stock_tells_staff after update of quantity on stock for each row
  when ((old.quantity > 5 and new.quantity <= 5) or (old.quantity > 0 and new.quantity = 0))
  execute function tell_of_low_stock();
