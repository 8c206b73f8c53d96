import { orderName } from '@mela/contract'
import type { Draft } from './layout.ts'
import { type OrderEmailFacts, orderEmail } from './order-email.ts'

export function orderShipped(facts: OrderEmailFacts): Draft {
  const { shippingAddress } = facts.order
  return orderEmail(facts, {
    subject: `Order ${orderName(facts.order)} is on its way`,
    preview: `It has left us for ${shippingAddress.city}.`,
    heading: 'On its way to you.',
    text: `Your order has left us for ${shippingAddress.city}. Nothing is left to do but to open the door.`,
    action: 'View your order',
  })
}
