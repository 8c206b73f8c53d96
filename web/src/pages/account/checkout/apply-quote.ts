import type { Quote } from '@mela/contract'
import { type CartItem, refreshItems } from '../../../features/shop/cart/cart.store.ts'
import { type CartChanges, cartChanges } from '../../../features/shop/cart/cart-notes.ts'
import { lineId } from '../../../features/shop/cart/stored-cart.ts'
import { ApiError } from '../../../lib/api.ts'

/** The current prices, when an order was refused because of them. */
export function quoteOf(error: unknown): Quote | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { products } = Object(error.data) as Partial<Quote>
  return Array.isArray(products) ? (error.data as Quote) : undefined
}

/** Updates the cart from a quote and answers the changes by line. */
export function applyQuote(items: readonly CartItem[], { products: lines, currency }: Quote): CartChanges {
  const quoted = items.flatMap(({ product }) => {
    const line = lines.find(({ variant }) => variant === product.variant?._id)
    return line ? [[lineId(product), line.isActive ? { ...product, ...quotedFieldsOf(line) } : undefined] as const] : []
  })
  const current = new Map(quoted)
  const changes = cartChanges(items, current, currency)
  refreshItems(current)
  return changes
}

function quotedFieldsOf({ name, variant, options, price, savedAmount, available }: Quote['products'][number]) {
  const onSale = savedAmount > 0
  const prices = { price: price + savedAmount, onSale, salePrice: onSale ? price : 0 }
  return { name, ...prices, stock: available, isActive: true, variant: { _id: variant, options } }
}
