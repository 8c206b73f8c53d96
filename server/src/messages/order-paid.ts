import { formatPrice, orderName } from '@mela/contract'
import type { Draft } from './layout.ts'
import { type OrderEmailFacts, orderEmail } from './order-email.ts'

export function orderPaid(facts: OrderEmailFacts): Draft {
  const { order } = facts
  const amount = formatPrice(order.payment?.amount ?? order.totalAmount, order.currency)
  const isPacked = order.status === 'processing'
  return orderEmail(facts, {
    subject: `Thank you: order ${orderName(order)} is paid`,
    preview: isPacked ? `We received ${amount} and are packing.` : `We received ${amount}.`,
    heading: isPacked ? 'Paid, and being packed.' : 'Paid.',
    text: isPacked
      ? `Thank you. We received ${amount} and are packing your order; you hear from us again when it leaves.`
      : `Thank you. We received ${amount} for your order.`,
    action: 'View your order',
  })
}
