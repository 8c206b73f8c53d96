import { boughtStatuses } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

const MOST_SHOWN = 2
/** The newest orders of the product say enough, and a best seller has many. */
const ORDERS_READ = 500

/** Active products in stock that were most often bought together with one; then, the newest of its category. */
export async function findCompanions(db: Database, productId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with bought as (
      select distinct order_id from order_lines join orders on orders.id = order_id
      where product_id = ${productId} and orders.status = any(${boughtStatuses})
      order by order_id desc limit ${sql.lit(ORDERS_READ)}
    ), together as (
      select product_id, count(distinct order_id) as times from bought join order_lines using (order_id) group by product_id
    )
    select other.product_id as id from product_index other
    join product_index own on own.product_id = ${productId}
    left join together on together.product_id = other.product_id
    where other.is_active and other.in_stock and other.product_id <> own.product_id
      and (together.times is not null or other.category_number = own.category_number)
    order by together.times desc nulls last, other.product_id desc limit ${sql.lit(MOST_SHOWN)}`.execute(db)
  return rows.map(({ id }) => id)
}
