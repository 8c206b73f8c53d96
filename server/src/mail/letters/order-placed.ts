import { formatPrice } from '@mela/contract'
import type { Draft } from '../layout.ts'
import { numberOf, type OrderNews, orderLetter } from '../order-letter.ts'

export function orderPlaced(news: OrderNews): Draft {
  const { order } = news
  const amount = formatPrice(order.totalAmount)
  return orderLetter(news, {
    subject: `Order ${numberOf(order)} waits for its payment`,
    preview: `Everything is set aside. Once the ${amount} are paid, we pack it.`,
    heading: 'Set aside for you.',
    text: `Everything below is set aside for you. Once the ${amount} are paid, we pack it.`,
    action: `Pay ${amount}`,
  })
}
