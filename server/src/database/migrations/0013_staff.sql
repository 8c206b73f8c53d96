-- What staff looks for in long lists: parts of words, anywhere, in any case.
create extension if not exists pg_trgm;

create index users_customers on users (id desc) where role = 'customer';
create index users_searched on users using gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

create index media_searched on media using gin (lower(name) gin_trgm_ops);
-- Whoever deletes a picture asks for the products that show it.
create index products_thumbnail_id on products (thumbnail_id);

create index payments_searched on payments
  using gin (lower(transaction_id || ' ' || coalesce(email_address, '') || ' ' || order_id) gin_trgm_ops);

-- What an order is found by: its id, whom it goes to, their phone number and the customer's e-mail of today. Narrow, because
-- the wide rows of orders take five times as long to read through; kept by triggers, like the shelf.
create table order_search (
  order_id object_id primary key references orders on delete cascade,
  text text not null
);

create function order_search_text(entry orders) returns text language sql stable as $$
  select lower(concat_ws(' ',
    entry.id, entry.shipping_address->'name'->>'firstName', entry.shipping_address->'name'->>'lastName',
    entry.shipping_address->>'phoneNumber', users.email
  )) from users where users.id = entry.user_id
$$;

create function keep_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search values (new.id, order_search_text(new))
  on conflict (order_id) do update set text = excluded.text;
  return null;
end $$;
create trigger orders_keep_search after insert or update of shipping_address on orders
  for each row execute function keep_order_search();

create function keep_email_in_order_search() returns trigger language plpgsql as $$
begin
  update order_search set text = order_search_text(orders)
  from orders where orders.user_id = new.id and order_search.order_id = orders.id;
  return null;
end $$;
create trigger users_keep_order_search after update of email on users for each row
  when (old.email <> new.email) execute function keep_email_in_order_search();

insert into order_search select id, order_search_text(orders) from orders;
create index order_search_text on order_search using gin (text gin_trgm_ops);
