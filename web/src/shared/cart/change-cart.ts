import type { Address } from '@mela/contract'
import {
  type Cart,
  type CartItem,
  type CartProduct,
  type CartWords,
  currentCart,
  type GiftRecipient,
  lineId,
  saveCart,
  typedGift,
} from './cart.store.ts'
import { isEmailed } from './is-emailed.ts'

export const NO_WORDS: CartWords = { note: '', giftText: '' }

export function setQuantity(line: string, quantity: number): void {
  saveCart({ items: currentCart().items.map(item => (isOf(item, line) ? withinStock({ ...item, quantity }) : item)) })
}

/** What was typed for the order leaves with the last line: the next order may be for another person. */
export function removeFromCart(line: string): void {
  const items = currentCart().items.filter(item => !isOf(item, line))
  saveCart({ items, ...(items.length === 0 && NO_WORDS) })
}

export function setGift(line: string, gift: GiftRecipient): void {
  const given = typedGift(gift) ?? gift
  saveCart({ items: currentCart().items.map(item => (isOf(item, line) ? { ...item, gift: given } : item)) })
}

/** Takes over what another device, or a shared link, has put together. */
export function replaceCart(items: CartItem[], words?: CartWords): void {
  saveCart({ items: items.map(withinStock), ...(items.length > 0 ? words : NO_WORDS) })
}

export function clearCart(): void {
  saveCart({ items: [], address: null, ...NO_WORDS })
}

export function chooseAddress(address: Address | null): void {
  saveCart({ address })
}

export const writeWords = (words: Partial<CartWords>): void => saveCart(words)

/** Who gets a gift card goes, too. */
export const forgetWords = (): void =>
  saveCart({ items: currentCart().items.map(({ gift: _, ...item }) => item), ...NO_WORDS })

/** What an order says of them: nothing of a blank one, nor of a gift text without a parcel. */
export function wordsOf({ items, ...words }: Omit<Cart, 'address'>): Partial<CartWords> {
  const [note, giftText] = [words.note.trim(), isEmailed(items) ? '' : words.giftText.trim()]
  return { ...(note && { note }), ...(giftText && { giftText }) }
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

/** Limits the quantity to the stock, where there is any: what is sold out for a while cannot be ordered anyway. */
function withinStock(item: CartItem): CartItem {
  const quantity = Math.max(1, Math.trunc(item.quantity) || 1)
  return { ...item, quantity: item.product.stock > 0 ? Math.min(quantity, item.product.stock) : quantity }
}
