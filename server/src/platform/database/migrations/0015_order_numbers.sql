-- Order numbers of the owner (docs/decisions/0067-order-numbers.md).
create sequence order_numbers;

-- A row while the owner has set a first number. A number is the sequence's next value plus the shift, so that a new series is a
-- change that a transaction can take back.
create table order_series (
  id boolean primary key default true check (id),
  prefix text not null,
  shift bigint not null
);

alter table orders
  add column number_prefix text,
  add column number bigint,
  add constraint orders_number_check check ((number is null) = (number_prefix is null));
create unique index orders_number on orders (number_prefix, number) where number is not null;

-- Orders share the lock, so that they wait for a change of the series alone, and it for them.
create function number_order() returns trigger language plpgsql as $$
begin
  if exists (select from order_series) then
    perform pg_advisory_xact_lock_shared(hashtextextended('order_series', 0));
    select prefix, shift + nextval('order_numbers') into new.number_prefix, new.number from order_series;
  end if;
  return new;
end $$;
create trigger orders_have_a_number before insert on orders for each row execute function number_order();

-- A number that an order of the same prefix has, or a lower one, is not given again.
create function start_order_series() returns trigger language plpgsql as $$
declare
  first bigint := (new.changes #>> '{orders,firstNumber}')::bigint;
  chosen text := coalesce(new.changes #>> '{orders,numberPrefix}', '');
begin
  perform pg_advisory_xact_lock(hashtextextended('order_series', 0));
  delete from order_series;
  if first is not null then
    insert into order_series (prefix, shift)
    select chosen, greatest(first, (select coalesce(max(number), 0) + 1 from orders where number_prefix = chosen))
      - last_value - case when is_called then 1 else 0 end
    from order_numbers;
  end if;
  return null;
end $$;
create trigger settings_start_order_series after update of changes on settings for each row
  when ((old.changes #> '{orders,firstNumber}', old.changes #> '{orders,numberPrefix}')
    is distinct from (new.changes #> '{orders,firstNumber}', new.changes #> '{orders,numberPrefix}'))
  execute function start_order_series();

-- With the order's number.
create or replace function order_search_text(entry orders) returns text language sql stable as $$
  select lower(concat_ws(' ',
    entry.id, entry.number_prefix || entry.number,
    entry.shipping_address->'name'->>'firstName', entry.shipping_address->'name'->>'lastName',
    '+' || (entry.shipping_address->>'countryCode') || (entry.shipping_address->>'phoneNumber'),
    entry.shipping_address->>'pinCode', users.email,
    (select string_agg(concat_ws(' ', name, sku, chosen.options), ' ' order by position)
      from order_lines, lateral (select string_agg(key || ' ' || value, ' · ') from json_each_text(order_lines.options)) chosen (options)
      where order_id = entry.id)
  )) from users where users.id = entry.user_id
$$;
