import { Readable } from 'node:stream'
import type { ProductList } from '@mela/contract'
import { stringify } from 'csv-stringify'
import type { Database } from '../database/database.ts'
import { listFullProducts } from '../products/products.repository.ts'
import type { ProductScope } from '../search/product-index.repository.ts'
import { COLUMNS, rowsOf as rowsOfProduct } from './columns.ts'
import { listProductIds } from './product-ids.ts'
import { listStocks } from './stock-movements.repository.ts'

const SCOPES: Record<ProductList, ProductScope> = {
  active: {},
  'on-sale': { onSale: true },
  inactive: { isHidden: true },
}

/** A list of products, or all of them, as CSV for spreadsheets; a thousand are in memory at a time. */
export function exportTable(db: Database, { list, keyword }: { list?: ProductList | undefined; keyword: string }) {
  const lists = list ? [SCOPES[list]] : [SCOPES.active, SCOPES.inactive]
  const table = stringify({ bom: true, header: true, columns: COLUMNS, record_delimiter: 'windows' })
  const rows = Readable.from(rowsOf(db, lists, keyword))
  // A pipe alone would leave the reader waiting after an error.
  rows.once('error', error => table.destroy(error))
  return rows.pipe(table)
}

async function* rowsOf(db: Database, lists: ProductScope[], keyword: string) {
  for (const scope of lists) {
    for await (const ids of listProductIds(db, scope, keyword)) {
      const products = await listFullProducts(db, ids)
      const stocks = await listStocks(db, ids)
      for (const product of products) yield* rowsOfProduct(product, stocks)
    }
  }
}
