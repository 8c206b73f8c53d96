import type { Draft } from '../../mail/layout.ts'
import { numberOf, type OrderNews, orderLetter } from '../order-email.ts'

export function orderShipped(news: OrderNews): Draft {
  const { shippingAddress } = news.order
  return orderLetter(news, {
    subject: `Order ${numberOf(news.order)} is on its way`,
    preview: `It has left us for ${shippingAddress.city}.`,
    heading: 'On its way to you.',
    text: `Your order has left us for ${shippingAddress.city}. Nothing is left to do but to open the door.`,
    action: 'View your order',
  })
}
