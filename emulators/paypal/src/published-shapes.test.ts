import { OrdersController, PaymentsController } from '@paypal/paypal-server-sdk'
import { describe, expect, it } from 'vitest'
import { useEmulator } from '../test/emulator.ts'
import { useListener } from '../test/listener.ts'
import { shapeProblems } from '../test/published-shapes.ts'
import { rebasedClient } from '../test/rebased-client.ts'

/** Converts the keys of an answer to camel case, which the SDK uses. */
function camelised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelised)
  if (typeof value !== 'object' || value === null) return value
  const spell = (name: string) => name.replace(/_(\w)/g, (_, email: string) => email.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [spell(name), camelised(entry)]))
}

describe('Answers have the fields that PayPal publishes, and no others', () => {
  const paypal = useEmulator()
  const shop = useListener()
  const prefer = 'return=representation'

  it('as orders, captures and refunds: the SDK drops what it does not know, and drops nothing', async () => {
    const client = rebasedClient(paypal.url())
    const [orders, payments] = [new OrdersController(client), new PaymentsController(client)]
    const { orderId, captureId } = await paypal.pay('pay', { invoice_id: 'shapes-1' })
    const part = {
      amount: { currencyCode: 'USD', value: '1.00' },
      customId: 'r-1',
      invoiceId: 'r-1',
      noteToPayer: 'Sorry',
    }
    const waiting = await paypal.createOrder()

    const answers = [
      await payments.refundCapturedPayment({ captureId, body: part, prefer }),
      await orders.getOrder({ id: waiting }),
      await orders.getOrder({ id: orderId }),
      await payments.getCapturedPayment({ captureId }),
    ]

    expect(answers.map(({ body }) => camelised(JSON.parse(String(body))))).toEqual(
      answers.map(({ result }) => JSON.parse(JSON.stringify(result))),
    )
  })

  it('as webhooks and their events', async () => {
    const registration = { url: shop.url(), event_types: [{ name: '*' }] }
    const { body: webhook } = await paypal.api('POST', '/v1/notifications/webhooks', registration)
    const { captureId } = await paypal.pay()
    await paypal.refund(captureId)
    await paypal.emulator().webhooksDelivered()
    const { body: listed } = await paypal.api('GET', '/v1/notifications/webhooks-events')

    expect(shapeProblems('webhook', webhook)).toEqual([])
    expect(shop.received).toHaveLength(3)
    expect(shop.received.flatMap(({ event }) => shapeProblems('event', event))).toEqual([])
    expect(listed.events.flatMap((event: object) => shapeProblems('listedEvent', event))).toEqual([])
    expect(
      listed.events.flatMap(({ transmissions: [first] }: { transmissions: object[] }) =>
        shapeProblems('transmission', first ?? {}),
      ),
    ).toEqual([])
  })

  it('as disputes', async () => {
    const { captureId } = await paypal.pay('pay', { invoice_id: 'shapes-2' })
    paypal.emulator().trigger({ what: 'dispute-opened', id: captureId })
    const { body: list } = await paypal.api('GET', '/v1/customer/disputes')
    const path = `/v1/customer/disputes/${list.items[0].dispute_id}`
    const { body: open } = await paypal.api('GET', path)
    await paypal.api('POST', `${path}/accept-claim`, { note: 'Yes' })
    const { body: closed } = await paypal.api('GET', path)

    const problems = [
      shapeProblems('disputes', list),
      shapeProblems('listedDispute', list.items[0]),
      ...[open, closed].map(dispute => shapeProblems('dispute', dispute)),
      shapeProblems('disputedTransaction', open.disputed_transactions[0]),
      shapeProblems('outcome', closed.dispute_outcome),
      ...open.links.map((link: object) => shapeProblems('link', link)),
    ]
    expect(problems.flat()).toEqual([])
  })
})
