import type { OrderInput } from '@mela/contract'
import { createStore } from '../../../lib/storage.ts'
import { isRecord, isText } from '../../../lib/stored-product.ts'

/** What the shopper adds to the cart; it is sent with the order as it is, and kept until the order is placed. */
export type Choices = Pick<OrderInput, 'deliveryMethod'>

const store = createStore<Choices>('mela.checkout', {}, stored =>
  isRecord(stored) ? { ...(isText(stored.deliveryMethod) && { deliveryMethod: stored.deliveryMethod }) } : undefined,
)

export const useChoices = store.use

export const chooseForOrder = (change: Partial<Choices>): void => void store.set({ ...store.get(), ...change })

export const forgetChoices = (): void => void store.set({})
