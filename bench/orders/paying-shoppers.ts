import { randomUUID } from 'node:crypto'
import type { PaymentGatewayName } from '@mela/contract'
import { approve } from '../../server/test/approve.ts'
import { orderOf, pickTwo, type Shopper } from './order-clients.ts'

interface Answer {
  _id: string
  orderId: string
  approveUrl: string
}

/** Answers a function that places an order and pays it at the emulator, which runs in the shop's process. */
export function payingShoppers(
  url: string,
  shoppers: Shopper[],
  goods: string[],
  gateway: PaymentGatewayName,
): (client: number) => Promise<void> {
  return async client => {
    const { cookie = '' } = shoppers[client] ?? {}
    const post = async (path: string, body: object): Promise<Answer> => {
      const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const answer = await fetch(`${url}api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { data: Answer }).data
    }
    const { _id: order } = await post('orders', orderOf(pickTwo(goods)))
    const { orderId: transactionId, approveUrl } = await post(`payments/${gateway}/orders`, { order })
    await approve(approveUrl)
    await post('payments', { order, transactionId, paymentGateway: gateway })
  }
}
