import { Readable } from 'node:stream'
import { MOST_FOUND, type ProductList } from '@mela/contract'
import { stringify } from 'csv-stringify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { listFullProducts } from '../product-rows.ts'
import { findProducts } from '../search/find-products.ts'
import { type Filters, listIdsAfter, type ProductScope } from '../search/product-index.ts'
import { COLUMNS, rowsOf as rowsOfProduct, type StockAtExport } from './columns.ts'

const AT_ONCE = 1000

const SCOPES: Record<ProductList, ProductScope> = {
  active: {},
  'on-sale': { onSale: true },
  inactive: { isHidden: true },
}

interface Asked extends Pick<Filters, 'withoutPicture'> {
  list?: ProductList | undefined
  keyword: string
}

/** A thousand products are in memory at a time. */
export function exportTable(db: Database, { list, ...asked }: Asked) {
  const lists = list ? [SCOPES[list]] : [SCOPES.active, SCOPES.inactive]
  // `quoted`: by itself the library quotes a line break only if it is the file's own kind.
  const table = stringify({
    bom: true,
    header: true,
    columns: COLUMNS,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  })
  const rows = Readable.from(rowsOf(db, lists, asked))
  // A pipe alone would leave the reader waiting after an error.
  rows.once('error', error => table.destroy(error))
  return rows.pipe(table)
}

async function* rowsOf(db: Database, lists: ProductScope[], asked: Omit<Asked, 'list'>) {
  for (const scope of lists) {
    for await (const ids of listProductIds(db, scope, asked)) {
      const products = await listFullProducts(db, ids)
      const stocks = await listStocks(db, ids)
      for (const product of products) yield* rowsOfProduct(product, stocks)
    }
  }
}

/** A keyword exports its first ten thousand. */
async function* listProductIds(
  db: Database,
  scope: ProductScope,
  { keyword, withoutPicture }: Omit<Asked, 'list'>,
): AsyncGenerator<string[]> {
  if (keyword === '') return yield* listWholeScope(db, scope, { withoutPicture })
  const { ids } = await findProducts(db, scope, { keyword, withoutPicture, page: 1, size: MOST_FOUND })
  for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE)
}

/** Parts begin after the last id of the previous one, so a list's end is as quick as its beginning. */
async function* listWholeScope(db: Database, scope: ProductScope, filters: Filters) {
  let last: string | undefined
  for (;;) {
    const ids = await listIdsAfter(db, [scope, filters], last, AT_ONCE)
    if (ids.length > 0) yield ids
    if (ids.length < AT_ONCE) return
    last = ids.at(-1)
  }
}

/** Stock and last ledger row come from one snapshot. */
async function listStocks(db: Database, ids: string[]): Promise<Map<string, StockAtExport>> {
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
