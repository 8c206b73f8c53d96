import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { StockAtExport } from './columns.ts'

/** Stock and last ledger row come from one snapshot. */
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

/** A deleted variant's units count for the variant that has its values now. */
export async function sumSales(
  db: Database,
  of: 'product' | 'variant',
  since: Map<string, number>,
): Promise<Map<string, number>> {
  if (since.size === 0) return new Map()
  const asked =
    of === 'product'
      ? sql`variants on variants.product_id = seen.id`
      : sql`variants own on own.id = seen.id
        join variants on (variants.product_id, variants.option_values) = (own.product_id, own.option_values)`
  const { rows } = await sql<{ id: string; sold: number }>`
    select seen.id, sum(ledger.delta)::int as sold
    from unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) seen (id, movement)
      join ${asked}
      join stock_ledger ledger on (ledger.product_id, ledger.variant_id) = (variants.product_id, variants.id)
        and ledger.id > seen.movement
    where ledger.reason in ('order', 'release')
    group by seen.id`.execute(db)
  return new Map(rows.map(({ id, sold }) => [id, sold]))
}
