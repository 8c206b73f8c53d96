import type { Quote } from '@mela/contract'
import { type CartItem, type CartProduct, refreshItems } from '../../../features/shop/cart/cart.store.ts'
import { type CartChanges, cartChanges } from '../../../features/shop/cart/cart-notes.ts'
import { ApiError } from '../../../lib/api.ts'

/** The current prices, when an order was refused because of them (C1). */
export function quoteOf(error: unknown): Quote | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { products } = Object(error.data) as Partial<Quote>
  return Array.isArray(products) ? (error.data as Quote) : undefined
}

/** Updates the cart from a quote and answers the changes by product. */
export function applyQuote(items: readonly CartItem[], { products: lines }: Quote): CartChanges {
  const gone = lines.filter(({ isActive }) => !isActive).map(({ product }) => product)
  const products = items.flatMap(({ product }): CartProduct[] => {
    const line = lines.find(line => line.isActive && line.product === product._id)
    return line ? [{ ...product, ...pricedCartOf(line) }] : []
  })
  const changes = cartChanges(items, products)
  refreshItems(products, gone)
  return changes
}

function pricedCartOf({ name, price, savedAmount, available }: Quote['products'][number]) {
  const onSale = savedAmount > 0
  return { name, price: price + savedAmount, onSale, salePrice: onSale ? price : 0, stock: available, isActive: true }
}
