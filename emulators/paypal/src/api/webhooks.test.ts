import { describe, expect, it } from 'vitest'
import { useEmulator } from '../../test/emulator.ts'
import { useListener } from '../../test/listener.ts'

describe('Webhooks', () => {
  const paypal = useEmulator()
  const shop = useListener()
  const delivered = () => paypal.emulator().webhooksDelivered()

  it('report approvals, captures and refunds, with the resource and its links', async () => {
    paypal.emulator().setWebhook({ id: 'HOOK-1', url: shop.url() })
    const { orderId, captureId } = await paypal.pay()
    const { body: refund } = await paypal.refund(captureId)
    await delivered()

    expect(shop.types().toSorted()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
    ])
    const eventOf = (type: string) => shop.received.find(({ event }) => event.event_type === type)?.event
    expect(eventOf('CHECKOUT.ORDER.APPROVED')).toMatchObject({
      id: expect.stringMatching(/^WH-[A-Z0-9]{17}-[A-Z0-9]{17}$/),
      resource_type: 'checkout-order',
      resource_version: '2.0',
      summary: 'An order has been approved by buyer',
      resource: { id: orderId, status: 'APPROVED' },
    })
    expect(eventOf('PAYMENT.CAPTURE.COMPLETED')).toMatchObject({
      resource_type: 'capture',
      summary: 'Payment completed for $25.98 USD',
      resource: { id: captureId, supplementary_data: { related_ids: { order_id: orderId } } },
    })
    expect(eventOf('PAYMENT.CAPTURE.REFUNDED')).toMatchObject({
      resource_type: 'refund',
      resource: { id: refund.id, links: [{ rel: 'self' }, { rel: 'up', href: expect.stringContaining(captureId) }] },
    })
  })

  it('are sent again until they are accepted, with the same bytes and the same id', async () => {
    shop.answers.push(500, 302)
    await paypal.createOrder().then(id => paypal.choose(id, 'pay'))
    await delivered()

    expect(shop.received.map(({ raw }) => raw)).toEqual(Array(3).fill(shop.first().raw))
    expect(new Set(shop.received.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(3)
  })
})
