import type { CartLine } from '@mela/contract'
import { createStore } from '../../lib/storage.ts'
import { type CartItem, type CartWords, currentCart } from './cart.store.ts'
import { replaceCart } from './change-cart.ts'
import { forgetChoices } from './choices.store.ts'

/** The cart that the server keeps for an account, as this browser saw it last. */
export interface AccountCart extends CartWords {
  user: string
  lines: CartLine[]
  version: number
}

const store = createStore<AccountCart | null>('mela.account-cart', null, stored =>
  typeof stored === 'object' && stored !== null && 'user' in stored && 'lines' in stored
    ? (stored as AccountCart)
    : undefined,
)

export const accountCart = store.get
export const rememberAccountCart = (cart: AccountCart) => void store.set(cart)

/** Lines of the cart as the server keeps them; one whose variant is still open is not kept. */
export const linesToSave = (items: readonly CartItem[]): CartLine[] =>
  items.flatMap(({ product: { _id: product, variant }, quantity, gift }) =>
    variant ? [{ product, variant: variant._id, quantity, ...(gift && { gift }) }] : [],
  )

export const giftKey = (gift: CartLine['gift']) => [gift?.email, gift?.message].join('\n')

/**
 * Takes from this browser what an account has kept, which it finds again wherever it signs in, and its codes, one of
 * which may be money. Lines that were changed since stay: they belong to the browser.
 */
export function leaveAccountCart(): void {
  forgetChoices()
  const kept = store.get()
  if (!kept) return
  const { items, note, giftText } = currentCart()
  const isKept = ({ product: { variant }, quantity, gift }: CartItem) =>
    kept.lines.some(
      line => line.variant === variant?._id && line.quantity === quantity && giftKey(line.gift) === giftKey(gift),
    )
  replaceCart(
    items.filter(item => !isKept(item)),
    { note: note === kept.note ? '' : note, giftText: giftText === kept.giftText ? '' : giftText },
  )
  store.set(null)
}

let saveNow = async () => {}

/** A network that does not answer must not keep a person signed in. */
const PATIENCE_MS = 2000

/** Saves what waits before an account is left; the part that saves is loaded for accounts alone. */
export const saveBeforeLeaving = () =>
  Promise.race([saveNow(), new Promise<void>(resolve => setTimeout(resolve, PATIENCE_MS))])
export const onLeaving = (save: typeof saveNow) => {
  saveNow = save
}
