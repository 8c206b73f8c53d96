import { paypalAccount } from './paypal-account.ts'
import { type PaypalAccess, paypalCaller } from './paypal-client.ts'
import { paypalDisputes } from './paypal-disputes.ts'
import { paypalEvents } from './paypal-events.ts'
import { paypalOrders } from './paypal-orders.ts'
import { paypalRefunds } from './paypal-refunds.ts'

/** This module imports the SDK, so it is loaded on first use. */
export function paypalCalls(access: PaypalAccess) {
  const call = paypalCaller(access)
  return {
    ...paypalAccount(call),
    ...paypalOrders(call),
    ...paypalRefunds(call),
    ...paypalEvents(call, access),
    disputes: paypalDisputes(call),
  }
}
