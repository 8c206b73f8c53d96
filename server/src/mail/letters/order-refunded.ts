import { formatPrice } from '@mela/contract'
import type { Draft } from '../layout.ts'
import { numberOf, type OrderNews, orderLetter } from '../order-letter.ts'
import { smallPrint } from '../parts.ts'

export function orderRefunded(news: OrderNews): Draft {
  const { order } = news
  const amount = formatPrice(order.payment?.amount ?? order.totalAmount)
  return orderLetter(news, {
    subject: `Your money for order ${numberOf(order)} is on its way back`,
    preview: `${amount} go back the way they came.`,
    heading: 'Your money is on its way back.',
    text: `We sent ${amount} back the way they came.`,
    action: 'View the order',
    after: [smallPrint('Banks take up to ten working days until it shows.')],
  })
}
