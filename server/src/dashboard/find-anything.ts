import type { Findings } from '@mela/contract'
import { findVariantsByCode } from '../catalog/find-variants.ts'
import { listCards } from '../catalog/products.repository.ts'
import { findProducts } from '../catalog/search/find-products.ts'
import { listOrders } from '../fulfilment/staff-orders.repository.ts'
import { listCustomers } from '../people/staff-users.repository.ts'
import type { Database } from '../platform/database/database.ts'

const MOST_OF_EACH = 5
/** The screen does not show totals, so counting stops here. */
const MOST_COUNTED = 3000

export async function findAnything(db: Database, keyword: string): Promise<Findings> {
  if (keyword === '') return { products: [], orders: [], customers: [] }

  const query = { keyword, page: 1, size: MOST_OF_EACH }
  const [products, orders, customers] = await Promise.all([
    listProductsNamed(db, query),
    listOrders(db, { ...query, sort: '-created' }),
    listCustomers(db, query),
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
