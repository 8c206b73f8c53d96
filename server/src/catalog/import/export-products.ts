import { pipeline, Readable } from 'node:stream'
import {
  type Calls,
  type FieldKind,
  MOST_FOUND,
  PRODUCT_FIELDS,
  type Product,
  type ProductFieldName,
  type ProductList,
  productFieldNames,
  type QueryOf,
  sentValues,
  type Variant,
} from '@mela/contract'
import { stringify } from 'csv-stringify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { listProductsAsSet } from '../planned-prices/save-under-plans.ts'
import type { Fields } from '../product-fields.ts'
import { findProducts } from '../search/find-products.ts'
import { inIndex, listIds, type ProductScope } from '../search/product-index.ts'
import { type Cells, COLUMNS, GALLERY_SEPARATOR, guarded, OPTION_CELLS } from './columns.ts'

const AT_ONCE = 1000

const SCOPES: Record<ProductList, ProductScope> = {
  active: {},
  'on-sale': { onSale: true },
  inactive: { isHidden: true },
}

type Asked = QueryOf<Calls['GET /products/export']>

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
  return pipeline(Readable.from(rowsIn(db, lists, asked)), table, () => {})
}

async function* rowsIn(db: Database, lists: ProductScope[], asked: Omit<Asked, 'list'>) {
  for (const scope of lists) {
    for await (const ids of listProductIds(db, scope, asked)) {
      const products = await listProductsAsSet(db, ids)
      const stocks = await listStocks(db, ids)
      for (const product of products) yield* rowsOfProduct(product, stocks)
    }
  }
}

/** A keyword exports its first ten thousand. Parts of a whole list begin after the last id of the previous one. */
async function* listProductIds(
  db: Database,
  scope: ProductScope,
  { keyword, withoutPicture }: Omit<Asked, 'list'>,
): AsyncGenerator<string[]> {
  if (keyword !== '') {
    const { ids } = await findProducts(db, scope, { keyword, withoutPicture, page: 1, size: MOST_FOUND })
    for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE)
    return
  }
  let ids: string[] = []
  do {
    const all = inIndex(db, scope, { withoutPicture }, [])
    const last = ids.at(-1)
    const rest = last === undefined ? all : all.where('product_index.product_id', '<', last)
    ids = await listIds(rest, { order: 'newest', limit: AT_ONCE })
    if (ids.length > 0) yield ids
  } while (ids.length === AT_ONCE)
}

/** Stock and last ledger row come from one snapshot. */
async function listStocks(db: Database, ids: string[]) {
  // Grouped, since max() per variant would scan the whole ledger backwards.
  const { rows } = await sql<{ variant: string; quantity: number; movement: number }>`
    select stock.variant_id as variant, quantity, coalesce(movement, 0) as movement
    from stock left join (
      select variant_id, max(id) as movement from stock_ledger where product_id = any(${ids}) group by variant_id
    ) as last on last.variant_id = stock.variant_id
    where stock.product_id = any(${ids})`.execute(db)
  return new Map(rows.map(({ variant, ...stock }) => [variant, stock]))
}

function rowsOfProduct(product: Product, stocks: Awaited<ReturnType<typeof listStocks>>): Cells[] {
  const isPlain = product.options.length === 0
  return product.variants.map((variant, index) => {
    const { quantity, movement } = stocks.get(variant._id) ?? { quantity: variant.stock, movement: 0 }
    return {
      ...(index === 0 ? productCells(product) : { id: product._id }),
      ...variantCells(product, variant),
      [isPlain ? 'stock' : 'variantStock']: String(quantity),
      stockAtExport: String(quantity),
      movementAtExport: String(movement),
    }
  })
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

function productCells(product: Product): Cells {
  const values = sentValues(product)
  const cells = productFieldNames.map(name => [name, cellOf(PRODUCT_FIELDS[name].kind, values[name])])
  const { stock: _, ...written } = Object.fromEntries(cells)
  return {
    id: product._id,
    ...written,
    category: product.category.slug,
    ...Object.fromEntries(product.options.map((option, n) => [OPTION_CELLS[n]?.name, guarded(option.name)])),
  }
}

function cellOf(kind: FieldKind, value: Fields[ProductFieldName]): string {
  if (typeof value === 'boolean') return yesOrNo(value)
  if (typeof value === 'number') return kind === 'amount' ? value.toFixed(2) : String(value)
  if (Array.isArray(value)) return value.join(GALLERY_SEPARATOR)
  return kind === 'text' ? guarded(value ?? '') : (value ?? '')
}

function variantCells({ options }: Product, { own, ...variant }: Variant): Cells {
  return {
    ...Object.fromEntries(options.map(({ name }, n) => [OPTION_CELLS[n]?.value, guarded(variant.options[name] ?? '')])),
    sku: guarded(variant.sku ?? ''),
    barcode: guarded(variant.barcode ?? ''),
    variantPrice: own.price?.toFixed(2) ?? '',
    variantOnSale: own.onSale === undefined ? '' : yesOrNo(own.onSale),
    variantSalePrice: own.salePrice?.toFixed(2) ?? '',
    variantContent: own.content ?? '',
    variantWeight: own.weight === undefined ? '' : String(own.weight),
    variantActive: options.length > 0 ? yesOrNo(variant.isActive) : '',
    variantPicture: variant.media?._id ?? '',
  }
}
