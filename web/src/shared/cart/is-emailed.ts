import type { CartItem } from './cart.store.ts'

/** Gift cards alone need no delivery. */
export const isEmailed = (items: readonly CartItem[]): boolean =>
  items.length > 0 && items.every(({ product }) => product.isGiftCard)
