import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { stockOfProduct } from '../products/variants.repository.ts'

/** The stock of products and the last ledger row behind it, in one snapshot. */
export async function listStocks(db: Database, ids: string[]) {
  const rows = await db
    // Grouped, since max() per product would scan the whole ledger backwards.
    .with('last', db =>
      db
        .selectFrom('stock_ledger')
        .select(({ fn }) => ['product_id', fn.max('id').as('movement')])
        .where('product_id', '=', sql<string>`any(${ids})`)
        .groupBy('product_id'),
    )
    .selectFrom('products')
    .leftJoin('last', 'last.product_id', 'products.id')
    .select(['products.id', stockOfProduct.as('quantity'), 'last.movement'])
    .where('products.id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, quantity, movement }) => [id, { quantity, movement: movement ?? 0 }]))
}

/** Staff's changes of products' stock after these ledger rows. */
export async function sumEdits(db: Database, since: Map<string, number>): Promise<Map<string, number>> {
  if (since.size === 0) return new Map()
  const { rows } = await sql<{ id: string; edited: number }>`
    select ledger.product_id as id, sum(ledger.delta)::int as edited
    from unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) seen (id, movement)
      join stock_ledger ledger on ledger.product_id = seen.id and ledger.id > seen.movement
    where ledger.reason = 'edit'
    group by ledger.product_id`.execute(db)
  return new Map(rows.map(({ id, edited }) => [id, edited]))
}
