-- Staff find an order by the phone number as a phone shows it, country code and plus included.
create or replace function order_search_text(entry orders) returns text language sql stable as $$
  select lower(concat_ws(' ',
    entry.id, entry.shipping_address->'name'->>'firstName', entry.shipping_address->'name'->>'lastName',
    '+' || (entry.shipping_address->>'countryCode') || (entry.shipping_address->>'phoneNumber'),
    entry.shipping_address->>'pinCode', users.email,
    (select string_agg(name, ' ' order by position) from order_lines where order_id = entry.id)
  )) from users where users.id = entry.user_id
$$;

drop index order_search_text;
update order_search set text = order_search_text(orders) from orders where orders.id = order_search.order_id;
create index order_search_text on order_search using gin (text gin_trgm_ops);
