import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { StockAtExport } from './columns.ts'

/** The stock of the variants of products and the last ledger row behind it, in one snapshot. */
export async function listStocks(db: Database, ids: string[]): Promise<Map<string, StockAtExport>> {
  const rows = await db
    // Grouped, since max() per variant would scan the whole ledger backwards.
    .with('last', db =>
      db
        .selectFrom('stock_ledger')
        .select(({ fn }) => ['variant_id', fn.max('id').as('movement')])
        .where('product_id', '=', sql<string>`any(${ids})`)
        .groupBy('variant_id'),
    )
    .selectFrom('stock')
    .leftJoin('last', 'last.variant_id', 'stock.variant_id')
    .select(['stock.variant_id', 'stock.quantity', 'last.movement'])
    .where('stock.product_id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ variant_id, quantity, movement }) => [variant_id, { quantity, movement: movement ?? 0 }]))
}

/** Staff's changes of the stock of products, or of variants, after these ledger rows. */
export async function sumEdits(
  db: Database,
  of: 'product_id' | 'variant_id',
  since: Map<string, number>,
): Promise<Map<string, number>> {
  if (since.size === 0) return new Map()
  // The ledger's index is that of products.
  const product = of === 'product_id' ? sql`seen.id` : sql`(select product_id from stock where variant_id = seen.id)`
  const { rows } = await sql<{ id: string; edited: number }>`
    select seen.id, sum(ledger.delta)::int as edited
    from unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) seen (id, movement)
      join stock_ledger ledger on ledger.product_id = ${product} and ${sql.ref(`ledger.${of}`)} = seen.id
        and ledger.id > seen.movement
    where ledger.reason = 'edit'
    group by seen.id`.execute(db)
  return new Map(rows.map(({ id, edited }) => [id, edited]))
}
