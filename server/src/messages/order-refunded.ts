import { formatPrice, fromCents, orderName } from '@mela/contract'
import { smallPrint } from '../platform/mail/parts.ts'
import type { Draft } from './layout.ts'
import { type OrderEmailFacts, orderEmail } from './order-email.ts'
import type { OrderMoney } from './order-money.repository.ts'

/** `cents` is the amount of this one refund. */
export function orderRefunded(facts: OrderEmailFacts, { paid, refunded }: OrderMoney, cents: number): Draft {
  const price = (cents: number) => formatPrice(fromCents(cents), facts.order.currency)
  const inAll = cents < paid ? ` In all, ${price(refunded)} of the ${price(paid)} that you paid has gone back.` : ''
  return orderEmail(facts, {
    subject: `Your money for order ${orderName(facts.order)} is on its way back`,
    preview: `${price(cents)} goes back the way it came.`,
    heading: 'Your money is on its way back.',
    text: `We sent ${price(cents)} back the way it came.${inAll}`,
    action: 'View the order',
    after: [smallPrint('Banks take up to ten working days until it shows.')],
  })
}
