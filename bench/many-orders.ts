import type { Connection } from '../server/src/database/database.ts'

/** Rows of PostgreSQL's own making: the same in every run but for the day they are counted from. */
const names = `
  create temporary table first_names as select * from unnest(array['Asha', 'Priya', 'Arjun', 'Sara', 'Kabir', 'Meera', 'Rohan',
    'Zoya', 'Dev', 'Farah', 'Ishaan', 'Leela', 'Nikhil', 'Tara', 'Vikram', 'Anita', 'James', 'Elena', 'Tom', 'Sofia'])
    with ordinality as name (text, i);
  create temporary table last_names as select * from unnest(array['Rao', 'Nair', 'Mehta', 'Fernandes', 'Singh', 'Iyer', 'Das',
    'Khan', 'Patel', 'Sheikh', 'Kapoor', 'Menon', 'Reddy', 'Joshi', 'Bose', 'Chandra', 'Whitfield', 'Costa', 'Hale', 'Lind'])
    with ordinality as name (text, i);
  create function pg_temp.made_id(at timestamptz, seed text) returns text language sql immutable as
    $$ select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5(seed), 1, 12) $$;
  select setseed(0.5);
`

/** Over three years, more of them of late. */
const customers = `
  insert into users (id, first_name, last_name, email, password_hash, role, is_active, created_at)
  select pg_temp.made_id(at, 'user' || n), first.text, last.text,
    lower(first.text || '.' || last.text) || n || '@example.com', 'none', 'customer', n % 50 <> 0, at
  from generate_series(1, $1::int) as n
    cross join lateral (select now() - interval '3 years' * (1 - sqrt(n / $1::real)) as at) as moment
    join first_names as first on first.i = 1 + n % 20
    join last_names as last on last.i = 1 + (n / 20) % 20
`

const orders = `
  create temporary table made_orders as
  select pg_temp.made_id(at, 'order' || n) as id, pg_temp.made_id(at, 'payment' || n) as payment_id, at, dice,
    1 + floor(random() * (select count(*) from users where role = 'customer'))::int as buyer,
    case when n > 0.98 * $1::real then case when dice < 0.3 then 'pending' when dice < 0.8 then 'processing' else 'shipped' end
      when dice < 0.85 then 'delivered' when dice < 0.95 then 'cancelled' else 'refunded' end as status
  from generate_series(1, $1::int) as n
    cross join lateral (select now() - interval '3 years' * (1 - sqrt(n / $1::real)) as at, random() + 0 * n as dice) as moment;
`

const orderRows = `
  insert into orders (id, user_id, status, sub_total_cents, saved_cents, shipping_cents, tax_cents, total_cents,
    shipping_address, created_at, expires_at)
  select made.id, buyer.id, made.status, 2000 + cents, 0, 500, 100, 2600 + cents,
    jsonb_build_object('name', jsonb_build_object('firstName', first_name, 'lastName', last_name), 'countryCode', '91',
      'phoneNumber', lpad((9000000000 + floor(dice * 999999999))::bigint::text, 10, '0'), 'building', '12 Sea View Apartments',
      'street', 'Carter Road, Bandra West', 'city', 'Mumbai', 'state', 'Maharashtra', 'pinCode',
      (400000 + floor(dice * 100))::text, 'country', 'India'),
    made.at, made.at + interval '1 day'
  from made_orders as made
    join (select id, first_name, last_name, row_number() over () as i from users where role = 'customer') as buyer
      on buyer.i = made.buyer
    cross join lateral (select floor(dice * 30000)::bigint as cents) as price;
`

const lines = `
  insert into order_lines (order_id, position, product_id, name, price_cents, saved_cents, quantity)
  select made.id, line - 1, product.id, product.name, product.price_cents, 0, 1
  from made_orders as made
    cross join generate_series(1, 2) as line
    join (select id, name, price_cents, row_number() over (order by id) as i from products) as product
      on product.i = 1 + (floor(dice * dice * 1000000)::bigint * line + line) % (select count(*) from products)
  on conflict do nothing;
`

const history = `
  insert into order_history (order_id, from_status, to_status, created_at)
  select id, null, 'pending', at from made_orders
  union all select id, 'pending', status, at + interval '1 hour' from made_orders where status <> 'pending';
`

const payments = `
  insert into payments (id, user_id, order_id, status, gateway, gateway_mode, transaction_id, provider_order_id, amount_cents,
    currency, email_address, update_time, created_at)
  select made.payment_id, orders.user_id, orders.id, 'completed', 'paypal', 'test', upper(substr(md5('t' || orders.id), 1, 17)),
    upper(substr(md5('o' || orders.id), 1, 17)), orders.total_cents, 'USD', 'buyer' || made.buyer || '@example.com', made.at, made.at
  from made_orders as made join orders using (id)
  where made.status not in ('pending', 'cancelled');
  update orders set payment_id = made.payment_id from made_orders as made
  where made.id = orders.id and made.status not in ('pending', 'cancelled');
`

const audit = `
  insert into audit_log (id, at, actor_id, action, subject, before, after, hash)
  select row_number() over (order by at), at, (select id from users where role = 'admin' limit 1),
    (array['order.updated', 'product.updated', 'order.cancelled', 'role.changed'])[1 + ascii(id) % 4], 'order:' || id,
    '{"status": "pending"}', '{"status": "processing"}', ''
  from made_orders;
  update audit_head set id = (select max(id) from audit_log);
`

const search = 'insert into order_search select id, order_search_text(orders) from orders;'

/**
 * Fills a shop that has products with customers and what they ordered and paid. Without triggers, which would take minutes;
 * indexes of parts of words are made afterwards.
 */
export async function insertManyOrders({ pool }: Connection, people: number, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(
      "select indexname as name, indexdef as definition from pg_indexes where indexdef like '%gin_trgm_ops%'",
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await client.query("set session_replication_role = 'replica'")
    await client.query(names)
    await client.query(customers, [people])
    await client.query(orders.replaceAll('$1::int', String(count)).replaceAll('$1::real', `${count}::real`))
    for (const statement of [orderRows, lines, history, payments, audit, search]) await client.query(statement)
    for (const { definition } of rows) await client.query(definition)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
