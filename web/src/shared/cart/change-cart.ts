import type { Address } from '@mela/contract'
import {
  type CartItem,
  type CartProduct,
  type CartWords,
  currentCart,
  type GiftRecipient,
  lineId,
  saveCart,
  typedGift,
} from './cart.store.ts'

export function setQuantity(line: string, quantity: number): void {
  saveCart({ items: currentCart().items.map(item => (isOf(item, line) ? withinStock({ ...item, quantity }) : item)) })
}

export function removeFromCart(line: string): void {
  saveCart({ items: currentCart().items.filter(item => !isOf(item, line)) })
}

export function setGift(line: string, gift: GiftRecipient): void {
  const given = typedGift(gift) ?? gift
  saveCart({ items: currentCart().items.map(item => (isOf(item, line) ? { ...item, gift: given } : item)) })
}

/** Takes over what another device, or a shared link, has put together. */
export function replaceCart(items: CartItem[], words?: CartWords): void {
  saveCart({ items: items.map(withinStock), ...words })
}

export function clearCart(): void {
  saveCart({ items: [], address: null, note: '', giftText: '' })
}

export function chooseAddress(address: Address | null): void {
  saveCart({ address })
}

export const writeWords = (words: Partial<CartWords>): void => saveCart(words)

/** What an order says of them: nothing of a blank one. */
export function wordsOf({ note, giftText }: CartWords): Partial<CartWords> {
  return { ...(note.trim() && { note: note.trim() }), ...(giftText.trim() && { giftText: giftText.trim() }) }
}

/** Present products by line; undefined: no longer sold. */
export type CurrentProducts = ReadonlyMap<string, CartProduct | undefined>

/**
 * Updates the products of these lines and limits quantities to the stock; a missing product stays, marked inactive,
 * until it is removed.
 */
export function refreshItems(current: CurrentProducts): void {
  const refreshed = currentCart().items.map(item => {
    const line = lineId(item.product)
    const product = current.get(line)
    if (product) return withinStock({ ...item, product })
    return current.has(line) ? { ...item, product: { ...item.product, isActive: false } } : item
  })
  saveCart({ items: refreshed })
}

function isOf({ product }: CartItem, line: string): boolean {
  return lineId(product) === line
}

/** Limits the quantity to the stock, but to no less than 1: only the shopper removes a line. */
function withinStock(item: CartItem): CartItem {
  return { ...item, quantity: Math.max(1, Math.min(Math.trunc(item.quantity) || 1, item.product.stock)) }
}
