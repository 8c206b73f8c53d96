import { z } from 'zod'
import { quoteInput } from '../orders/orders.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { notAnObject, oneOf, text } from '../shared/fields.ts'
import { shippingAddress } from '../shared/users.ts'
import { expressTicket, paymentGateways } from './payments.ts'

export const EXPRESS_HOURS = 3

const expressBuyer = z.object({
  /** Pays an order, once. */
  ticket: z.string(),
  email: z.string(),
  address: shippingAddress,
  isComplete: z.boolean(),
})

const params = z.object({ gateway: oneOf(paymentGateways) })

export const expressCalls = {
  /** Opens a payment before there is an order; the ticket finds it again. */
  'POST /payments/:gateway/express': {
    access: 'everyone',
    limit: 'payments',
    params,
    body: quoteInput,
    response: { 201: envelope(z.object({ ticket: z.string(), approveUrl: z.url() })) },
  },
  /** Who agreed at the provider, which names the payer where it leads back to; what it does not tell is empty. */
  'POST /payments/:gateway/express/buyer': {
    access: 'everyone',
    limit: 'payments',
    params,
    body: z.object({ ticket: expressTicket, payer: text({ max: 64 }) }, notAnObject),
    response: { 200: envelope(expressBuyer) },
  },
} as const satisfies Endpoints
