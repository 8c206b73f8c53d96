import { type Address, type PaymentGatewayName, paymentGateways } from '@mela/contract'
import { createStore } from '../lib/storage.ts'
import { isRecord, isText } from '../lib/stored-product.ts'
import { readAddress } from '../shared/cart/cart.store.ts'

/** A payment that the buyer begins before ordering; it waits for some hours. */
interface ExpressPayment {
  gateway: PaymentGatewayName
  /** Finds it at the shop again. */
  ticket: string
  until: string
  isApproved: boolean
  /** What the provider told of an address that is not complete. */
  address: Address | null
}

export const expressPayment = createStore<ExpressPayment | null>('mela.express', null, stored => {
  if (!isRecord(stored)) return undefined
  const { ticket, until, isApproved, address } = stored
  const gateway = paymentGateways.find(name => name === stored.gateway)
  if (!gateway || !isText(ticket) || !isText(until) || Date.parse(until) < Date.now()) return undefined
  return { gateway, ticket, until, isApproved: isApproved === true, address: readAddress(address) }
})

export const isApprovedAt = (name: string | undefined, express: ExpressPayment | null): boolean =>
  express?.isApproved === true && express.gateway === name
