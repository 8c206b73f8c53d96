import type { Findings, PaymentMode, Variant } from '@mela/contract'
import { sql } from 'kysely'
import { listCustomers } from '../accounts/staff-users.ts'
import { listCards, namedValues } from '../catalog/product-rows.ts'
import { typedTerms } from '../catalog/search/analyzer.ts'
import { findProducts } from '../catalog/search/find-products.ts'
import { listOrders } from '../fulfilment/staff-orders.ts'
import { listDiscounts } from '../orders/discounts/list-discounts.ts'
import type { Database } from '../platform/database/database.ts'

const MOST_OF_EACH = 5
/** The screen does not show totals, so counting stops here. */
const MOST_COUNTED = 3000

export async function findAnything(db: Database, keyword: string, mode: PaymentMode): Promise<Findings> {
  if (keyword === '') return { products: [], orders: [], customers: [], discounts: [] }

  const query = { keyword, page: 1, size: MOST_OF_EACH }
  const [products, orders, customers, discounts] = await Promise.all([
    listProductsNamed(db, query),
    listOrders(db, { ...query, sort: '-created' }),
    listCustomers(db, query),
    listDiscounts(db, { ...query, state: undefined }, mode),
  ])
  return {
    products,
    orders: orders.rows.map(({ _id, number, shippingAddress: { name }, totalAmount, currency, status, createdAt }) => ({
      _id,
      number,
      customer: `${name.firstName} ${name.lastName}`,
      total: totalAmount,
      currency,
      status,
      createdAt,
    })),
    customers: customers.rows,
    discounts: discounts.rows,
  }
}

/** Active products come first; those of a partial match are left out. */
async function listProductsNamed(db: Database, query: { keyword: string; page: number; size: number }) {
  const [shown, hidden] = await Promise.all([
    findProducts(db, {}, query, MOST_COUNTED),
    findProducts(db, { isHidden: true }, query, MOST_COUNTED),
  ])
  const ids = [...(shown.partial ? [] : shown.ids), ...hidden.ids].slice(0, MOST_OF_EACH)
  const [cards, variants] = await Promise.all([listCards(db, ids), findVariantsByCode(db, ids, query.keyword)])
  return cards.map(card => ({ ...card, variant: variants.get(card._id) }))
}

type Found = Pick<Variant, 'options' | 'sku' | 'stock'>

/** SKU or barcode count in any spelling that search finds. */
async function findVariantsByCode(db: Database, productIds: string[], code: string): Promise<Map<string, Found>> {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['variants.product_id', 'products.options', 'option_values', 'sku', 'barcode', 'stock.quantity'])
    .where('variants.product_id', '=', sql<string>`any(${productIds})`)
    .where('variants.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('sku', 'is not', null), eb('barcode', 'is not', null)]))
    .execute()
  const typed = plain(code)
  const found = rows.filter(({ sku, barcode }) => [sku, barcode].some(one => one !== null && plain(one) === typed))
  return new Map(
    found.map(({ product_id, options, option_values, sku, quantity }) => [
      product_id,
      { options: namedValues(options, option_values), sku, stock: quantity },
    ]),
  )
}

const plain = (code: string) => typedTerms(code).join('')
