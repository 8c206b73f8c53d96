import type Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentGateway, ProviderEvent } from '../gateway.ts'
import type { StripeAccess } from './stripe-client.ts'

/** PostgreSQL stores no NUL. */
const id = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u)
const event = z.object({
  id,
  type: id,
  data: z.object({ object: z.object({ id: id.optional(), payment_intent: id.nullish().catch(undefined) }) }),
})

/** Stripe signs the time and the whole body; of a genuine event only the ids are used. */
export function stripeEvents(
  stripe: Stripe,
  { webhookSecret }: Pick<StripeAccess, 'webhookSecret'>,
): Pick<PaymentGateway, 'readEvent'> {
  return {
    async readEvent(headers, body) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return undefined
      try {
        const { data } = event.safeParse(stripe.webhooks.constructEvent(body, signature, webhookSecret))
        return data && eventOf(data)
      } catch {
        return undefined
      }
    },
  }
}

function eventOf({ id, type, data: { object } }: z.output<typeof event>): ProviderEvent {
  const kind = kindOf(type)
  // A charge is known to the shop by its payment intent; a balance has no id.
  const objectId = (kind === 'charge' && object.payment_intent) || object.id || id
  return { id, kind, type: 'changed', objectId }
}

export function kindOf(type: string): ProviderEvent['kind'] {
  if (type.startsWith('charge.dispute.')) return 'dispute'
  if (type.startsWith('refund.') || type.startsWith('charge.refund.')) return 'refund'
  if (type.startsWith('charge.') || type.startsWith('payment_intent.')) return 'charge'
  return type.startsWith('checkout.session.') ? 'session' : 'other'
}
