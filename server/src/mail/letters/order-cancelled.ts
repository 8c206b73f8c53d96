import { SHOP } from '@mela/contract'
import type { Draft } from '../layout.ts'
import { numberOf, type OrderNews, orderLetter } from '../order-letter.ts'
import { smallPrint } from '../parts.ts'

export function orderCancelled(news: OrderNews): Draft {
  return orderLetter(news, {
    subject: `Order ${numberOf(news.order)} was cancelled`,
    preview: 'Nothing will be sent.',
    heading: 'Your order was cancelled.',
    text: 'The order below was cancelled, and nothing of it will be sent. If money had been taken for it, it goes back the way it came.',
    action: 'View the order',
    after: [smallPrint(`If you did not expect this, write to us at ${SHOP.email}.`)],
  })
}
