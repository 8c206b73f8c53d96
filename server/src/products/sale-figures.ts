import { MOST_FOUND } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** The highest discount percent of the newest MOST_FOUND products on sale; 0 when there are none. */
export async function findHighestPercent(db: Database): Promise<number> {
  const onSale = db
    .selectFrom('product_index')
    .select('product_id')
    .where(sql<boolean>`product_index.is_active`)
    .where(sql<boolean>`product_index.is_discounted`)
    .orderBy('product_id', 'desc')
    .limit(sql.lit(MOST_FOUND))
  const percent = sql<number>`max(round((price_cents - sale_price_cents) * 100.0 / price_cents))::int`
  const row = await db
    .selectFrom('products')
    .innerJoin(onSale.as('on_sale'), 'on_sale.product_id', 'products.id')
    .select(percent.as('highest'))
    .executeTakeFirst()
  return row?.highest ?? 0
}
