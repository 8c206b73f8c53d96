import { boughtStatuses } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { firstIdOfLastDays } from '../../platform/database/days.ts'

const DAYS = 30
const MOST_SHOWN = 8

/** The active products of which most units were bought in the last days. Orders do not renew an answer with them: the next day does. */
export async function findBestSellers(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('product_index', 'product_index.product_id', 'order_lines.product_id')
    .select('order_lines.product_id as id')
    .where('orders.id', '>=', firstIdOfLastDays(DAYS))
    .where('order_lines.order_id', '>=', firstIdOfLastDays(DAYS))
    .where('orders.status', 'in', boughtStatuses)
    .where(sql<boolean>`product_index.is_active`)
    .groupBy('order_lines.product_id')
    .orderBy(({ fn }) => fn.sum('quantity'), 'desc')
    .orderBy('order_lines.product_id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
