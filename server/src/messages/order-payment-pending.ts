import { formatPrice, orderName } from '@mela/contract'
import type { Draft } from './layout.ts'
import { type OrderEmailFacts, orderEmail } from './order-email.ts'

/** Some payments take days, such as an eCheck. */
export function orderPaymentPending(facts: OrderEmailFacts): Draft {
  const { order } = facts
  const amount = formatPrice(order.payment?.amount ?? order.totalAmount, order.currency)
  return orderEmail(facts, {
    subject: `Thank you: we have your order ${orderName(order)}`,
    preview: `Your payment of ${amount} is on its way. There is nothing left to do.`,
    heading: 'Ordered. Your payment is on its way.',
    text: `Thank you. Your payment of ${amount} is on its way to us, which can take a few days from a bank account. Everything below stays set aside for you meanwhile, and there is nothing left to do: we write again once the payment has arrived, and then pack your order.`,
    action: 'View your order',
  })
}
