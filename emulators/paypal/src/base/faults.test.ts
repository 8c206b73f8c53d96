import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulator } from '../../test/emulator.ts'
import { useListener } from '../../test/listener.ts'

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

  it('drop the connection after the capture', async () => {
    const id = await anApprovedOrder()
    paypal.emulator().addFault({ kind: 'drop', count: 1, path: '/capture$' })
    const requestId = { 'paypal-request-id': 'dropped-1' }

    await expect(paypal.capture(id, requestId)).rejects.toThrow('fetch failed')

    expect(await paypal.getOrder(id)).toMatchObject({ status: 'COMPLETED' })
    expect((await paypal.capture(id, requestId)).status).toBe(200)
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

  it.each(['webhook-bad-signature', 'webhook-wrong-id', 'webhook-tampered'] as const)(
    'send an invalid one, then the genuine one: %s',
    async kind => {
      shop.answers.push(400)
      await payWith({ kind: 'webhook-off', path: 'APPROVED' }, { kind, count: 1 })

      expect(await Promise.all(shop.received.map(isSigned))).toEqual([false, true])
    },
  )
})

async function isSigned({ headers, raw }: ReturnType<ReturnType<typeof useListener>['first']>) {
  const header = (name: string) => String(headers[`paypal-${name}`])
  const { publicKey } = new X509Certificate(await (await fetch(header('cert-url'))).text())
  const text = `${header('transmission-id')}|${header('transmission-time')}|HOOK-1|${crc32(raw)}`
  return verify('sha256', Buffer.from(text), publicKey, Buffer.from(header('transmission-sig'), 'base64'))
}
