drop trigger users_notify_staff on users;
drop trigger users_notify_staff_of_change on users;
drop trigger settings_notify_staff on settings;
drop trigger pages_notify_staff on pages;
drop trigger media_notify_staff on media;
drop trigger media_notify_staff_of_change on media;
drop trigger categories_notify_staff on categories;
drop trigger categories_notify_staff_of_change on categories;
drop trigger products_notify_staff on products;
drop trigger products_notify_staff_of_change on products;
drop trigger products_notify_staff_of_insert on products;
drop trigger products_notify_staff_of_move on products;
drop trigger reviews_notify_staff on reviews;
drop trigger stock_tells_staff on stock;
drop trigger orders_notify_staff on orders;
drop trigger orders_notify_staff_of_move on orders;
drop trigger payments_notify_staff on payments;
drop trigger payments_notify_staff_of_change on payments;
drop trigger refunds_notify_staff on refunds;
drop trigger refunds_notify_staff_of_change on refunds;
drop trigger disputes_notify_staff on disputes;
drop trigger disputes_notify_staff_of_change on disputes;
drop trigger imports_notify_staff on imports;
drop trigger imports_notify_staff_of_change on imports;
drop trigger audit_log_tells_staff on audit_log;
drop function notify_of_change, notify_of_low_stock, notify_of_order, notify_of_payment, notify_of_refund, notify_of_dispute;

create function send_live_event() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'order' then
    perform notify_staff(jsonb_build_object(
      'kind', 'order', 'order', new.id, 'from', old.status, 'status', new.status,
      'total', new.total_cents / 100.0, 'currency', new.currency,
      -- NOTIFY takes 8000 bytes; a longer payload would fail the order.
      'customer', left(concat_ws(' ',
        new.shipping_address->'name'->>'firstName', new.shipping_address->'name'->>'lastName'), 200)
    ));
  elsif tg_argv[0] = 'payment' then
    perform notify_staff(jsonb_build_object(
      'kind', 'payment', 'payment', new.id, 'order', new.order_id,
      'problem', case when new.problem is distinct from old.problem then left(new.problem, 200) end
    ));
  elsif tg_argv[0] = 'refund' then
    perform notify_staff(jsonb_build_object('kind', 'payment', 'payment', id, 'order', order_id, 'problem', null))
    from payments where id = new.payment_id;
  elsif tg_argv[0] = 'dispute' then
    perform notify_staff(jsonb_build_object('kind', 'dispute', 'dispute', new.id, 'isNew', tg_op = 'INSERT'));
  elsif tg_argv[0] = 'low-stock' then
    if old.quantity > reorder_level() and new.quantity <= reorder_level() or old.quantity > 0 and new.quantity = 0 then
      perform notify_staff(jsonb_build_object(
        'kind', 'low-stock', 'product', products.id, 'stock', new.quantity,
        'name', left(name || coalesce(' (' || nullif(array_to_string(option_values, ', '), '') || ')', ''), 200)
      )) from products join variants on variants.id = new.variant_id
      where products.id = new.product_id and products.is_active and products.deleted_at is null
        and variants.is_active and variants.deleted_at is null;
    end if;
  else
    perform notify_staff(jsonb_build_object('kind', 'changed', 'what', tg_argv[0]));
  end if;
  return null;
end $$;
comment on function send_live_event is
  'Events are those of contract/src/staff/live-events.ts. Of a list that is out of date the event names the list, and nothing of what changed.';

create function add_live_events(source text, event text, moments text, columns text[]) returns void language plpgsql as $$
declare
  was text := (select string_agg('old.' || name, ', ') from unnest(columns) as name);
  becomes text := (select string_agg('new.' || name, ', ') from unnest(columns) as name);
begin
  execute format('create trigger %I after %s on %I for each row execute function send_live_event(%L)',
    'live_' || event, moments, source, event);
  if columns <> '{}' then
    execute format('create trigger %I after update on %I for each row when ((%s) is distinct from (%s)) execute function send_live_event(%L)',
      'live_' || event || '_changed', source, was, becomes, event);
  end if;
end $$;
comment on function add_live_events is
  'Rows of a table send this live event at these moments, and when one of these columns changes.';

select add_live_events(source, event, moments, columns) from (values
  ('orders', 'order', 'insert', '{status}'::text[]),
  ('payments', 'payment', 'insert', '{status,problem,refunded_cents,disputed}'),
  ('refunds', 'refund', 'insert', '{state}'),
  ('disputes', 'dispute', 'insert', '{*}'),
  ('stock', 'low-stock', 'update', '{}'),
  ('users', 'customers', 'insert or delete', '{first_name,last_name,email,role,is_active,avatar_url,deleted_at}'),
  ('media', 'media', 'insert or delete', '{name,alt,file}'),
  ('categories', 'categories', 'insert or delete', '{*}'),
  -- Lists of categories count products.
  ('products', 'categories', 'insert', '{category_id,deleted_at}'),
  -- Not of a rating, which shoppers change.
  ('products', 'products', 'insert', '{version,name,price_cents,on_sale,sale_price_cents,is_active,category_id,thumbnail_id,deleted_at}'),
  ('imports', 'imports', 'insert or delete', '{*}'),
  ('reviews', 'reviews', 'insert or delete', '{state,title,rating,comment,reply}'),
  ('pages', 'pages', 'insert or delete', '{*}'),
  ('settings', 'settings', 'insert', '{changes}'),
  ('audit_log', 'audit', 'insert', '{}')
) as live (source, event, moments, columns);
