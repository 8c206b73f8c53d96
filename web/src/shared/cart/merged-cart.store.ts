import { useSyncExternalStore } from 'react'
import { type CartItem, lineId, lineName } from './cart.store.ts'
import type { CartChanges } from './cart-notes.tsx'

interface MergedCart {
  message: string
  changes: CartChanges
}

let merged: MergedCart | undefined
const listeners = new Set<() => void>()

function set(value: MergedCart | undefined): void {
  merged = value
  for (const listener of listeners) listener()
}

/** Keeps what the account's cart changed here, until the shopper has seen the cart page or the page is left. */
export function noteMerged(before: readonly CartItem[], after: readonly CartItem[]): void {
  const quantities = new Map(before.map(({ product, quantity }) => [lineId(product), quantity]))
  const changes = after.flatMap(({ product, quantity }) => {
    const was = quantities.get(lineId(product))
    const text = was ? `the quantity is now ${quantity}, was ${was}` : `${quantity} added`
    return was === quantity ? [] : [[lineId(product), text]]
  })
  const held = new Set(after.map(({ product }) => lineId(product)))
  const gone = before.flatMap(({ product }) => (held.has(lineId(product)) ? [] : lineName(product)))
  if (changes.length + gone.length === 0) return
  const removed = gone.length > 0 ? ` No longer in it: ${gone.join('; ')}.` : ''
  set({
    message: `The cart of your account has changed this order.${removed}`,
    changes: { ...merged?.changes, ...Object.fromEntries(changes) },
  })
}

export const forgetMerged = () => set(undefined)

export const useMergedCart = () =>
  useSyncExternalStore(
    subscribe,
    () => merged,
    () => undefined,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
