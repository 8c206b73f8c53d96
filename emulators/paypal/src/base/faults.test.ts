import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { anOrder, usd, useEmulator } from '../../test/emulator.ts'
import { useListener } from '../../test/listener.ts'

const orders = '/v2/checkout/orders'

describe('Faults of requests', () => {
  const paypal = useEmulator()
  afterEach(() => paypal.emulator().clearFaults())

  async function anApprovedOrder() {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'pay')
    return id
  }

  it('fail as often as they were counted, before anything happens', async () => {
    const id = await anApprovedOrder()
    paypal.emulator().addFault({ kind: 'error', status: 503, count: 2, path: 'POST */capture$' })

    const answers = [await paypal.capture(id), await paypal.capture(id)]
    const state = await paypal.getOrder(id)
    const third = await paypal.capture(id)

    expect(answers.map(({ status, body }) => [status, body.name])).toEqual(Array(2).fill([503, 'SERVICE_UNAVAILABLE']))
    expect(state.status).toBe('APPROVED')
    expect(third.status).toBe(201)
    expect(paypal.emulator().faults()).toEqual([])
  })

  it('match a part of the request with wildcards, in a time that no path can prolong', async () => {
    const path = '^(([A-Za-z0-9/ ]+)+)+#'
    paypal.emulator().addFault({ kind: 'error', status: 503, path })
    for (const path of ['POST *orders*7$', 'v1*orders$', '*s*orders*s$', 'POST *checkout/orders'])
      paypal.emulator().addFault({ kind: 'error', status: 503, count: 1, path })

    const answers = [await paypal.api('POST', orders, anOrder()), await paypal.api('POST', orders, anOrder())]

    expect(answers.map(({ status }) => status)).toEqual([503, 201])
    expect(paypal.emulator().faults()).toHaveLength(4)
  })

  it('drop the connection after the capture', async () => {
    const id = await anApprovedOrder()
    paypal.emulator().addFault({ kind: 'drop', count: 1, path: '/capture$' })
    const requestId = { 'paypal-request-id': 'dropped-1' }

    await expect(paypal.capture(id, requestId)).rejects.toThrow('fetch failed')

    expect(await paypal.getOrder(id)).toMatchObject({ status: 'COMPLETED' })
    expect((await paypal.capture(id, requestId)).status).toBe(200)
  })

  it('refuse a repeated request while the first one is slow', async () => {
    paypal.emulator().addFault({ kind: 'latency', ms: 300, count: 1, path: orders })
    const requestId = { 'paypal-request-id': 'slow-1' }
    const slow = paypal.api('POST', orders, anOrder(), requestId)
    await expect.poll(() => paypal.emulator().faults()).toEqual([])
    const second = await paypal.api('POST', orders, anOrder(), requestId)

    expect(second.status).toBe(409)
    expect((await slow).status).toBe(201)
  })

  it('show an order without its payments', async () => {
    const { orderId, captureId } = await paypal.pay()
    paypal.emulator().addFault({ kind: 'minimal-order', count: 1 })

    const minimal = await paypal.getOrder(orderId)
    const whole = await paypal.getOrder(orderId)

    expect(minimal.purchase_units[0]).not.toHaveProperty('payments')
    expect(whole.purchase_units[0].payments.captures).toMatchObject([{ id: captureId }])
  })

  it('change the outcome of captures and refunds', async () => {
    paypal.emulator().addFault({ kind: 'capture', amount: '20.00', count: 1 })
    const { captureId } = await paypal.pay()
    paypal.emulator().addFault({ kind: 'refund', status: 'PENDING', count: 1, path: captureId })
    const pending = await paypal.refund(captureId, { amount: usd('5.00') })
    const rest = await paypal.refund(captureId)
    paypal.emulator().trigger({ what: 'refund-completed', id: pending.body.id })
    paypal.emulator().addFault({ kind: 'capture', status: 'PENDING', reason: 'PENDING_REVIEW', count: 1 })
    const review = await paypal.pay()

    expect(pending.body).toMatchObject({ status: 'PENDING', amount: usd('5.00') })
    expect(rest.body).toMatchObject({ status: 'COMPLETED', amount: usd('15.00') })
    const captures = `/v2/payments/captures`
    expect((await paypal.api('GET', `${captures}/${captureId}`)).body.status).toBe('REFUNDED')
    expect((await paypal.api('GET', `${captures}/${review.captureId}`)).body).toMatchObject({
      status: 'PENDING',
      status_details: { reason: 'PENDING_REVIEW' },
    })
  })

  it('are set, shown and cleared from this machine, but not by a page of another site', async () => {
    const client = { 'content-type': 'application/json' }
    const faults = [{ kind: 'hang', path: '/nothing' }]
    const call = (method: string, body?: object, headers: Record<string, string> = client) =>
      paypal.request(method, '/__emulator/faults', headers, body)

    expect(await call('PUT', { faults })).toMatchObject({ status: 200, body: { faults } })
    expect(await call('GET')).toMatchObject({ status: 200, body: { faults } })
    expect((await call('DELETE')).status).toBe(204)
    expect(paypal.emulator().faults()).toEqual([])
    expect((await call('PUT', { faults }, { ...client, origin: 'https://shop.example' })).status).toBe(403)
  })
})

describe('Faults of webhooks', () => {
  const paypal = useEmulator()
  const shop = useListener()
  afterEach(() => paypal.emulator().clearFaults())

  async function payWith(...faults: Parameters<ReturnType<typeof paypal.emulator>['addFault']>[0][]) {
    paypal.emulator().setWebhook({ id: 'HOOK-1', url: shop.url() })
    for (const fault of faults) paypal.emulator().addFault(fault)
    const payment = await paypal.pay()
    await paypal.emulator().webhooksDelivered()
    return payment
  }

  it('never send one', async () => {
    await payWith({ kind: 'webhook-off', path: 'CAPTURE' })

    expect(shop.types()).toEqual(['CHECKOUT.ORDER.APPROVED'])
  })

  it('send one several times', async () => {
    await payWith({ kind: 'webhook-duplicate', copies: 3, path: 'COMPLETED' })

    expect(shop.types().filter(type => type === 'PAYMENT.CAPTURE.COMPLETED')).toHaveLength(3)
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(2)
  })

  it('send the last one first, as soon as there are as many as were counted', async () => {
    const { captureId } = await payWith({ kind: 'webhook-reverse', count: 3 })
    expect(shop.received).toEqual([])
    await paypal.refund(captureId)
    await paypal.emulator().webhooksDelivered()

    expect(shop.types()).toEqual(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])
  })

  it.each(['webhook-bad-signature', 'webhook-wrong-id', 'webhook-tampered'] as const)(
    'send an invalid one, then the genuine one: %s',
    async kind => {
      shop.answers.push(400)
      await payWith({ kind: 'webhook-off', path: 'APPROVED' }, { kind, count: 1 })

      expect(await Promise.all(shop.received.map(isSigned))).toEqual([false, true])
    },
  )

  it('send one whose signature fits although the amount is not what was paid', async () => {
    await payWith({ kind: 'webhook-off', path: 'APPROVED' }, { kind: 'webhook-forged', count: 1 })

    expect(shop.first().event.resource.amount).toEqual(usd('925.98'))
    expect(await isSigned(shop.first())).toBe(true)
  })
})

async function isSigned({ headers, raw }: ReturnType<ReturnType<typeof useListener>['first']>) {
  const header = (name: string) => String(headers[`paypal-${name}`])
  const { publicKey } = new X509Certificate(await (await fetch(header('cert-url'))).text())
  const text = `${header('transmission-id')}|${header('transmission-time')}|HOOK-1|${crc32(raw)}`
  return verify('sha256', Buffer.from(text), publicKey, Buffer.from(header('transmission-sig'), 'base64'))
}
