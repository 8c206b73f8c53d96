import { effectivePrice, type Order, optionsText, priceOrFree } from '@mela/contract'
import { createTabText } from '../../lib/storage.ts'
import { addToCart, type CartProduct, currentCart, heldQuantity } from './cart.store.ts'

export interface Refill {
  added: number
  /** A sentence for each line that is missing, reduced, or at another price. */
  notes: string[]
}

/** Adds lines that can be bought to the cart, at current prices, up to the stock; `products` has an entry per line. */
export function refillCart(
  { products: lines, currency: former }: Pick<Order, 'products' | 'currency'>,
  products: readonly (CartProduct | undefined)[],
  currency: string,
): Refill {
  const notes: string[] = []
  let added = 0
  for (const [index, line] of lines.entries()) {
    const product = products[index]
    const taken = product ? take(product, line.quantity) : 0
    if (taken > 0) added += 1
    const note = noteOf(line.quantity, priceOrFree(line.price, former), product, taken, currency)
    const name = [line.product.name, optionsText(line.options)].filter(Boolean).join(', ')
    if (note) notes.push(`${name}: ${note}.`)
  }
  return { added, notes }
}

function take(product: CartProduct, wanted: number): number {
  const free = product.stock - heldQuantity(currentCart().items, product.variant?._id)
  const quantity = Math.min(wanted, free)
  return quantity > 0 && addToCart(product, quantity) ? quantity : 0
}

function noteOf(
  wanted: number,
  was: string,
  product: CartProduct | undefined,
  taken: number,
  currency: string,
): string | undefined {
  if (!product) return 'no longer available'
  if (!product.variant) return 'has options now, please choose on its page'
  if (product.stock < 1) return 'out of stock'
  if (taken === 0) return `your cart already holds all ${product.stock} in stock`

  const is = priceOrFree(effectivePrice(product), currency)
  const missing = taken < wanted && `${taken} of ${wanted} added, there are no more`
  return [missing, is !== was && `now ${is}, was ${was}`].filter(Boolean).join('; ')
}

/** The result as JSON, for the cart's page, which is another document. */
export const keptRefill = createTabText('mela.refill')
