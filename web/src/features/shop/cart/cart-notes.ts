import { effectivePrice } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'
import type { CartItem, CartProduct } from './cart.store.ts'

/** Changes of the lines, by product. */
export type CartChanges = Record<string, string>

const GONE = 'no longer available'

/** Why a line cannot be ordered, to follow the product's name; undefined when it can. */
export function lineProblem({ product, quantity }: CartItem): string | undefined {
  if (!product.isActive) return GONE
  if (product.stock < 1) return 'out of stock'
  return quantity > product.stock ? `down to ${product.stock} in stock` : undefined
}

/** The same as a whole sentence. */
export function problemSentence(item: CartItem): string | undefined {
  const problem = lineProblem(item)
  return problem && `This product is ${problem}.`
}

/** Changes of the lines, given the products that are still active (B109). */
export function cartChanges(items: readonly CartItem[], products: readonly CartProduct[]): CartChanges {
  const changes: CartChanges = {}
  for (const item of items) {
    const { _id, isActive } = item.product
    const now = products.find(product => product._id === _id)
    const change = now ? lineChange(item, now) : isActive && GONE
    if (change) changes[_id] = change
  }
  return changes
}

function lineChange({ product: before, quantity }: CartItem, now: CartProduct): string {
  const changes: string[] = []
  const [was, is] = [effectivePrice(before), effectivePrice(now)]
  if (was !== is) changes.push(`now ${priceText(is)}, was ${priceText(was)}`)
  if (now.stock > 0 && quantity > now.stock) {
    changes.push(`only ${now.stock} left, the quantity is now ${now.stock}`)
  }
  if (now.stock < 1 && before.stock > 0) changes.push('out of stock')
  return changes.join('; ')
}

/** Whether every line can be ordered (B109, B114). */
export function canCheckOut(items: readonly CartItem[]): boolean {
  return items.length > 0 && items.every(item => lineProblem(item) === undefined)
}
