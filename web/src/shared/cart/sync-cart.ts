import type { CartLine, SavedCart } from '@mela/contract'
import { ApiError, call } from '../../lib/api.ts'
import { accountCart, leaveAccountCart, linesToSave, onLeaving, rememberAccountCart } from './account-cart.store.ts'
import { loadLines } from './cart.api.ts'
import { type CartItem, currentCart, onCartChange } from './cart.store.ts'
import { NO_WORDS, replaceCart } from './change-cart.ts'
import { type Contents, isSameCart, mergeCarts } from './merge-carts.ts'
import { forgetMerged, noteMerged } from './merged-cart.store.ts'

/** Quick presses on a stepper are one save. */
const DELAY_MS = 800
const MOST_TRIES = 3

const NOTHING: Contents = { lines: [], ...NO_WORDS }

/**
 * Keeps the cart of this browser and that of the account in step: takes over what other devices have saved, when the
 * page opens, is seen again or is back online, and saves what is changed here. Returns a function that stops it.
 */
export function keepCartInStep(user: string): () => void {
  const known = accountCart()
  // What another account has kept is not this one's.
  if (known && known.user !== user) leaveAccountCart()
  forgetMerged()

  let timer: ReturnType<typeof setTimeout> | undefined
  let working = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    working = working.then(() => takeTurn(work)).catch(() => {})
    return working
  }
  const exchange = () => inTurn(() => takeOver(user))

  function handleChange() {
    if (document.visibilityState === 'hidden' || isInStep(user)) return
    clearTimeout(timer)
    timer = setTimeout(() => void inTurn(() => saveChanges(user)), DELAY_MS)
  }
  function handleSeen() {
    if (document.visibilityState === 'visible') void exchange()
  }
  async function saveWhatWaits() {
    clearTimeout(timer)
    if (!isInStep(user)) await inTurn(() => saveChanges(user))
  }

  const unsubscribe = onCartChange(handleChange)
  document.addEventListener('visibilitychange', handleSeen)
  addEventListener('online', exchange)
  onLeaving(saveWhatWaits)
  void exchange()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', handleSeen)
    removeEventListener('online', exchange)
    onLeaving(async () => {})
  }
}

/** Pages of one browser save in turn, such as the pay page and the provider's window. Browsers have locks on HTTPS alone. */
async function takeTurn(work: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request('mela.cart', work) : work())
}

const contentsHere = (): Contents => {
  const { items, note, giftText } = currentCart()
  return { lines: linesToSave(items), note, giftText }
}

const keptBefore = (user: string) => {
  const kept = accountCart()
  return kept?.user === user ? kept : undefined
}

const isInStep = (user: string) => isSameCart(keptBefore(user) ?? NOTHING, contentsHere())

async function takeOver(user: string): Promise<void> {
  await mergeWith(user, (await call('GET /cart')).data)
  if (!isInStep(user)) await saveChanges(user)
}

/** A refusal answers what another device has saved, which is merged and saved again. */
async function saveChanges(user: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const sent = contentsHere()
    try {
      const body = { ...sent, version: keptBefore(user)?.version ?? 0 }
      const { data } = await call('PUT /cart', { body, isQuiet: true })
      return rememberAccountCart({ ...data, user })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
      await mergeWith(user, error.data as SavedCart)
      if (isInStep(user)) return
    }
  }
}

async function mergeWith(user: string, saved: SavedCart): Promise<void> {
  // An old stock here would cut a quantity that was set elsewhere.
  const loaded = await loadLines(saved.lines.filter(line => itemOf(line)?.quantity !== line.quantity))
  // From here on nothing is waited for, so that no change of the shopper is lost.
  const merged = mergeCarts(keptBefore(user) ?? NOTHING, contentsHere(), saved)
  const open = currentCart().items.filter(({ product }) => !product.variant)
  const items = merged.lines.flatMap(line => {
    const [known, fresh] = [itemOf(line), loaded.find(({ product }) => product.variant?._id === line.variant)]
    // The price stays as it was seen: the check of the cart tells of another.
    const item =
      known && fresh ? { ...known, product: { ...known.product, stock: fresh.product.stock } } : (known ?? fresh)
    return item ? [{ ...item, quantity: line.quantity, ...(line.gift && { gift: line.gift }) }] : []
  })
  rememberAccountCart({ ...saved, user })
  if (isSameCart(merged, contentsHere())) return
  const before = currentCart().items
  replaceCart([...items, ...open], merged)
  noteMerged(before, currentCart().items)
}

const itemOf = ({ variant }: CartLine): CartItem | undefined =>
  currentCart().items.find(({ product }) => product.variant?._id === variant)
