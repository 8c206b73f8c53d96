import { effectivePrice } from '@mela/contract'
import { priceText } from '../../lib/format.ts'
import type { CartItem, CartProduct } from './cart.store.ts'

/** Why a line cannot be ordered as it stands; undefined when it can. */
export function lineProblem({ product, quantity }: CartItem): string | undefined {
  if (!product.isActive) return 'This product is no longer available. Please remove it.'
  if (product.stock < 1) return 'Out of stock. Please remove it.'
  return quantity > product.stock ? `Only ${product.stock} left. Please lower the quantity.` : undefined
}

/** What has become different about a line since it was put into the cart (DECISIONS B109). */
export function lineChanges({ product: before, quantity }: CartItem, now: CartProduct): string | undefined {
  const changes: string[] = []
  const [was, is] = [effectivePrice(before), effectivePrice(now)]
  if (was !== is) changes.push(`The price changed from ${priceText(was)} to ${priceText(is)}.`)
  if (now.isActive && now.stock > 0 && quantity > now.stock) {
    changes.push(`Only ${now.stock} left: the quantity is now ${now.stock}.`)
  }
  return changes.length > 0 ? changes.join(' ') : undefined
}

/** Whether every line can be ordered (DECISIONS B109, B114). */
export function canCheckOut(items: readonly CartItem[]): boolean {
  return items.length > 0 && items.every(item => lineProblem(item) === undefined)
}
