import { effectivePrice, priceOrFree } from '@mela/contract'
import { addToCart, type CartProduct, currentCart, heldQuantity } from './cart.store.ts'

export interface FormerLine {
  name: string
  /** Price paid per unit. */
  price: number
  currency: string
  quantity: number
}

/** Result of buying an order again, shown in the cart. */
export interface Refill {
  /** Number of the order's lines that were added to the cart. */
  added: number
  /** A sentence for each line that is missing, reduced, or at another price. */
  notes: string[]
}

/** Adds lines that can be bought to the cart, at current prices, up to the stock; `products` has an entry per line. */
export function refillCart(
  lines: readonly FormerLine[],
  products: readonly (CartProduct | undefined)[],
  currency: string,
): Refill {
  const notes: string[] = []
  let added = 0
  for (const [index, line] of lines.entries()) {
    const product = products[index]
    const taken = product ? take(product, line.quantity) : 0
    if (taken > 0) added += 1
    const note = noteOf(line, product, taken, currency)
    if (note) notes.push(`${line.name}: ${note}.`)
  }
  return { added, notes }
}

function take(product: CartProduct, wanted: number): number {
  const free = product.stock - heldQuantity(currentCart().items, product.variant?._id)
  const quantity = Math.min(wanted, free)
  return quantity > 0 && addToCart(product, quantity) ? quantity : 0
}

function noteOf(
  { price, currency: former, quantity }: FormerLine,
  product: CartProduct | undefined,
  taken: number,
  currency: string,
): string {
  if (!product) return 'no longer available'
  if (!product.variant) return 'has options now, please choose on its page'
  if (product.stock < 1) return 'out of stock'
  if (taken === 0) return `your cart already holds all ${product.stock} in stock`

  const notes: string[] = []
  const today = effectivePrice(product)
  if (taken < quantity) notes.push(`${taken} of ${quantity} added, there are no more`)
  const [is, was] = [priceOrFree(today, currency), priceOrFree(price, former)]
  if (is !== was) notes.push(`now ${is}, was ${was}`)
  return notes.join('; ')
}

const KEY = 'mela.refill'

/** Stores the result in session storage, because the cart page is another document. */
export function rememberRefill(refill: Refill): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(refill))
  } catch {
    // The cart itself shows its lines when there is no storage.
  }
}

export function rememberedRefill(): Refill | undefined {
  try {
    const { added, notes } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Refill>
    return typeof added === 'number' && Array.isArray(notes) ? { added, notes: notes.map(String) } : undefined
  } catch {
    return undefined
  }
}

export function forgetRefill(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept when there is no storage.
  }
}
