import { effectivePrice, optionsText, priceOrFree } from '@mela/contract'
import { type CartItem, type CartProduct, type CurrentProducts, lineId } from './cart.store.ts'

/** What has changed, in words, by the id of the line. */
export type CartChanges = Record<string, string>

const GONE = 'no longer available'
const UNCHOSEN = 'please select an option'

/** Why a line cannot be ordered, as words that follow the product's name; undefined when it can be ordered. */
export function lineProblem({ product, quantity }: CartItem): string | undefined {
  if (!product.isActive) return GONE
  if (!product.variant) return UNCHOSEN
  if (product.stock < 1) return 'out of stock'
  return quantity > product.stock ? `down to ${product.stock} in stock` : undefined
}

/** Why a line cannot be ordered, as a sentence; undefined when it can be ordered. */
export function problemSentence(item: CartItem): string | undefined {
  const problem = lineProblem(item)
  if (problem === UNCHOSEN) return 'Please select an option.'
  return problem && `This product is ${problem}.`
}

/** Changes of the lines that are in `current`. */
export function cartChanges(items: readonly CartItem[], current: CurrentProducts, currency: string): CartChanges {
  const changes: CartChanges = {}
  for (const item of items) {
    const line = lineId(item.product)
    const now = current.get(line)
    const change = now ? lineChange(item, now, currency) : current.has(line) && item.product.isActive && GONE
    if (change) changes[lineId(now ?? item.product)] = change
  }
  return changes
}

function lineChange({ product: before, quantity }: CartItem, now: CartProduct, currency: string): string {
  if (!now.variant) return ''
  const changes: string[] = []
  const [chosen, present] = [before, now].map(({ variant }) => optionsText(variant?.options ?? {}) || 'without options')
  if (before.variant && chosen !== present) changes.push(`now ${present}, was ${chosen}`)
  const [was, is] = [effectivePrice(before), effectivePrice(now)]
  if (was !== is) changes.push(`now ${priceOrFree(is, currency)}, was ${priceOrFree(was, currency)}`)
  if (now.stock > 0 && quantity > now.stock) {
    changes.push(`only ${now.stock} left, the quantity is now ${now.stock}`)
  }
  if (now.stock < 1 && before.stock > 0) changes.push('out of stock')
  return changes.join('; ')
}

/** The most units that a line can have when an order may hold `most` units of a product in all variants; at least 1. */
export function unitsLeft(items: readonly CartItem[], { product }: CartItem, most: number): number {
  const others = items.filter(other => other.product._id === product._id && lineId(other.product) !== lineId(product))
  return Math.max(1, most - others.reduce((sum, { quantity }) => sum + quantity, 0))
}

/** Whether every line can be ordered. */
export function canCheckOut(items: readonly CartItem[]): boolean {
  return items.length > 0 && items.every(item => lineProblem(item) === undefined)
}
