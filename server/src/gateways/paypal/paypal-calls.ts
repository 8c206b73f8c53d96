import { type PaypalAccess, paypalCaller } from './paypal-client.ts'
import { paypalDisputes } from './paypal-disputes.ts'
import { paypalEvents } from './paypal-events.ts'
import { paypalOrders } from './paypal-orders.ts'
import { paypalRefunds } from './paypal-refunds.ts'

/** All that is asked of PayPal, with one access token. This module brings the SDK along, so it is loaded when first needed. */
export function paypalCalls(access: PaypalAccess) {
  const call = paypalCaller(access)
  return {
    ...paypalOrders(call),
    ...paypalRefunds(call),
    ...paypalEvents(call, access),
    disputes: paypalDisputes(call),
  }
}
