import { formatPrice } from '@mela/contract'
import type { Draft } from '../layout.ts'
import { numberOf, type OrderNews, orderLetter } from '../order-letter.ts'

export function orderPaid(news: OrderNews): Draft {
  const { order } = news
  const amount = formatPrice(order.payment?.amount ?? order.totalAmount)
  return orderLetter(news, {
    subject: `Thank you: order ${numberOf(order)} is paid`,
    preview: `We received ${amount} and are packing.`,
    heading: 'Paid, and being packed.',
    text: `Thank you. We received ${amount} and are packing your order; you hear from us again when it leaves.`,
    action: 'View your order',
  })
}
