import { MOST_FOUND } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** The highest discount percent of a variant of the newest MOST_FOUND products on sale; 0 when there are none. */
export async function findHighestPercent(db: Database): Promise<number> {
  const onSale = db
    .selectFrom('product_index')
    .select('saved_percent')
    .where(sql<boolean>`product_index.is_active`)
    .where(sql<boolean>`product_index.is_discounted`)
    .orderBy('product_id', 'desc')
    .limit(sql.lit(MOST_FOUND))
  const row = await db
    .selectFrom(onSale.as('on_sale'))
    .select(({ fn }) => fn.max('saved_percent').as('highest'))
    .executeTakeFirst()
  return row?.highest ?? 0
}
