import { type Address, type OrderInput, type PaymentGatewayName, paymentGateways, waysToPay } from '@mela/contract'
import { createStore } from '../../lib/storage.ts'
import { isRecord, isText } from '../../lib/stored-product.ts'
import type { Billing } from '../addresses/billing-fields.tsx'
import { readAddress } from './cart.store.ts'

/** What the shopper adds to the cart, kept until the order is placed. */
export type Choices = Pick<OrderInput, 'deliveryMethod' | 'gateway' | 'codes'> &
  Billing & { express?: Express | undefined; tries?: Tries | undefined }

/** What was sent under a key while no answer has said which order it placed. */
interface Tries {
  key: string
  /** Id of the account, or email address of the guest. */
  buyer: string | undefined
  /** When it was last sent, in milliseconds. */
  at: number
  /** The last first. */
  sent: OrderInput[]
}

/** A payment that the buyer agrees to before ordering; it waits for some hours. */
interface Express {
  gateway: PaymentGatewayName
  /** Finds it at the shop again. */
  ticket: string
  until: string
  isApproved: boolean
  /** What the provider told of an address that is not complete. */
  address: Address | null
}

const store = createStore<Choices>('mela.checkout', {}, stored => {
  if (!isRecord(stored)) return undefined
  const { deliveryMethod, gateway, codes, company, taxNumber, tries } = stored
  const billingAddress = readAddress(stored.billingAddress)
  const express = readExpress(stored.express)
  const way = waysToPay.find(way => way === gateway)
  return {
    ...(isText(deliveryMethod) && { deliveryMethod }),
    ...(way && { gateway: way }),
    ...(isText(company) && { company }),
    ...(isText(taxNumber) && { taxNumber }),
    ...(billingAddress && { billingAddress }),
    ...(express && { express }),
    ...(isTries(tries) && { tries }),
    ...(Array.isArray(codes) && { codes: codes.filter(isText) }),
  }
})

const isTries = (stored: unknown): stored is Tries =>
  isRecord(stored) &&
  isText(stored.key) &&
  typeof stored.at === 'number' &&
  Array.isArray(stored.sent) &&
  stored.sent.every(isRecord)

function readExpress(stored: unknown): Express | undefined {
  if (!isRecord(stored)) return undefined
  const { ticket, until, isApproved, address } = stored
  const gateway = paymentGateways.find(name => name === stored.gateway)
  if (!gateway || !isText(ticket) || !isText(until) || Date.parse(until) < Date.now()) return undefined
  return { gateway, ticket, until, isApproved: isApproved === true, address: readAddress(address) }
}

export const useChoices = store.use
export const currentChoices = store.get

export const chooseForOrder = (change: Choices): void => void store.set({ ...store.get(), ...change })

export const forgetChoices = (): void => void store.set({})

/** Another person may come, to whom neither company, address, payment nor order belongs; codes were typed for the cart. */
export function forgetBilling(): void {
  const { deliveryMethod, gateway, codes } = store.get()
  store.set({ deliveryMethod, gateway, codes })
}

export const approvedAt = (name: string | undefined, { express }: Choices): Express | undefined =>
  express?.isApproved && express.gateway === name ? express : undefined
