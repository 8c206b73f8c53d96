import { z } from 'zod'
import { quoteInput } from '../orders/orders.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { notAnObject, oneOf } from '../shared/fields.ts'
import { shippingAddress } from '../shared/users.ts'
import { expressTicket, paymentGateways } from './payments.ts'

const params = z.object({ gateway: oneOf(paymentGateways) })

export const expressCalls = {
  /** Opens a payment before there is an order. The ticket proves later that this browser opened it. */
  'POST /payments/:gateway/express': {
    access: 'everyone',
    limit: 'payments',
    params,
    body: quoteInput,
    response: { 201: envelope(z.object({ ticket: z.string(), until: z.iso.datetime(), approveUrl: z.url() })) },
  },
  /** Who agreed at the provider, and where the goods go; what the provider does not tell is empty. */
  'POST /payments/:gateway/express/buyer': {
    access: 'everyone',
    limit: 'payments',
    params,
    body: z.object({ ticket: expressTicket }, notAnObject),
    response: {
      200: envelope(
        z.object({ email: z.string(), address: shippingAddress.omit({ postal: true }), isComplete: z.boolean() }),
      ),
    },
  },
} as const satisfies Endpoints
