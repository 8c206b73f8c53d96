-- Staff also find an order by what was bought and by its pin code. The lines of an order are written after the order itself, so
-- its search row is written once, when the transaction commits; names on lines are copies and never change.
create or replace function order_search_text(entry orders) returns text language sql stable as $$
  select lower(concat_ws(' ',
    entry.id, entry.shipping_address->'name'->>'firstName', entry.shipping_address->'name'->>'lastName',
    entry.shipping_address->>'phoneNumber', entry.shipping_address->>'pinCode', users.email,
    (select string_agg(name, ' ' order by position) from order_lines where order_id = entry.id)
  )) from users where users.id = entry.user_id
$$;

-- The order may be gone, or changed once more, by the time that the transaction commits.
create or replace function keep_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search select id, order_search_text(orders) from orders where id = new.id
  on conflict (order_id) do update set text = excluded.text where order_search.text <> excluded.text;
  return null;
end $$;
drop trigger orders_keep_search on orders;
create constraint trigger orders_keep_search after insert or update of shipping_address on orders
  deferrable initially deferred for each row execute function keep_order_search();

drop index order_search_text;
update order_search set text = order_search_text(orders) from orders where orders.id = order_search.order_id;
create index order_search_text on order_search using gin (text gin_trgm_ops);
