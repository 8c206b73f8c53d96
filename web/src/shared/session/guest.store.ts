import type { Address } from '@mela/contract'
import { onSessionEnd } from '../../lib/api.ts'
import { createStore } from '../../lib/storage.ts'
import { isObjectId, isRecord, isText } from '../../lib/stored-product.ts'
import { readAddress } from '../cart/cart.store.ts'

/** A visitor who orders without an account; what they typed is kept until an order is paid. */
export interface Guest {
  email: string
  address: Address | null
  /** Their last order, while the server opens it to this browser. */
  order: string | null
}

const store = createStore<Guest | null>('mela.guest', null, stored =>
  isRecord(stored) && isText(stored.email)
    ? {
        email: stored.email,
        address: readAddress(stored.address),
        order: isObjectId(stored.order) ? stored.order : null,
      }
    : undefined,
)

/** What leads to the order of a guest where this browser does not open it. */
export const GUEST_LINK =
  'Ordered as a guest? Use the link in the email about your order, which can take 15 minutes. An expired one offers you a new one.'

const nobody: Guest = { email: '', address: null, order: null }

export const useGuest = store.use
export const currentGuest = store.get

/** Also the first step: a visitor who has chosen to order as a guest. */
export function noteGuest(change: Partial<Guest> = {}): void {
  store.set({ ...(store.get() ?? nobody), ...change })
}

export function forgetGuest(): void {
  if (store.get()) store.set(null)
}

// The session of the order has ended; what was typed stays.
onSessionEnd(() => store.get()?.order && noteGuest({ order: null }))
