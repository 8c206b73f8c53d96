import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { startShop } from '../../test/shop.ts'
import type { PaymentJob } from './rows.ts'
import { doPaymentJob } from './run-payment-round.ts'

/** PayPal's names of the webhooks that tests wait for. */
const paypalEventNames = {
  approved: 'CHECKOUT.ORDER.APPROVED',
  completed: 'PAYMENT.CAPTURE.COMPLETED',
  denied: 'PAYMENT.CAPTURE.DENIED',
  refunded: 'PAYMENT.CAPTURE.REFUNDED',
  reversed: 'PAYMENT.CAPTURE.REVERSED',
  'dispute created': 'CUSTOMER.DISPUTE.CREATED',
  'dispute resolved': 'CUSTOMER.DISPUTE.RESOLVED',
} as const

/** A webhook request as received. */
export interface Ring {
  type: string
  headers: IncomingHttpHeaders
  body: string
}

/** Intercepts webhooks, so that a test decides when, how often and in which order they reach the shop. */
export function bellOf(shop: ReturnType<typeof startShop>) {
  const caught: Ring[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    caught.push({ type: JSON.parse(body).event_type, headers: request.headers, body })
    response.writeHead(204).end()
  })

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    shop.sendEventsTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(async () => {
    await shop.emulator.webhooksDelivered()
    await new Promise(resolve => server.close(resolve))
  })

  const bell = {
    /** All webhooks since the last call, of one event or all. */
    async caught(event?: keyof typeof paypalEventNames): Promise<Ring[]> {
      await shop.emulator.webhooksDelivered()
      return caught.splice(0).filter(({ type }) => event === undefined || type === paypalEventNames[event])
    },

    /** Brings the shop all webhooks, and runs all that they cause. */
    async deliverAll(): Promise<void> {
      for (const event of await bell.caught()) await bell.ring(event)
      while ((await bell.work()) > 0);
    },

    async ring({ headers, body }: Pick<Ring, 'headers' | 'body'>, from = '127.0.0.1') {
      const { host: _, connection: __, ...rest } = headers
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/webhooks/paypal',
        remoteAddress: from,
        headers: rest as Record<string, string>,
        payload: body,
      })
      return { status: answer.statusCode, ...answer.json() }
    },

    /** Runs the queued jobs, as a worker does; answers their number. */
    async work(): Promise<number> {
      const { rows } = await sql<{ data: PaymentJob }>`
        delete from pgboss.job where name = 'payments' returning data`.execute(shop.db)
      for (const { data } of rows) await doPaymentJob(shop.db, shop.gateways, data)
      return rows.length
    },
  }
  return bell
}
