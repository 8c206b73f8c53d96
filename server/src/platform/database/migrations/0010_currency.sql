-- What prices are in and new orders are placed in (ADR 0055).
create function shop_currency() returns text language sql stable parallel safe as $$
  select coalesce((select changes #>> '{money,currency}' from settings), 'USD')
$$;

create or replace function notify_of_order() returns trigger language plpgsql as $$
begin
  perform notify_staff(jsonb_build_object(
    'kind', 'order', 'order', new.id, 'from', old.status, 'status', new.status,
    'total', new.total_cents / 100.0, 'currency', new.currency,
    -- NOTIFY takes 8000 bytes; a longer payload would fail the order.
    'customer', left(concat_ws(' ',
      new.shipping_address->'name'->>'firstName', new.shipping_address->'name'->>'lastName'), 200)
  ));
  return null;
end $$;

-- For the revenue per day: an index-only scan.
drop index payments_sales;
create index payments_sales on payments (created_at) include (amount_cents, refunded_cents, reversed_at, currency)
  where status = 'completed';
