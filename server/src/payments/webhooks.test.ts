import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { BusyError } from '../platform/http/errors.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import { isTrusted } from './gateways/paypal/paypal-events.ts'
import { paypalGateway } from './gateways/paypal/paypal-gateway.ts'
import { buyersOf } from './payments-fixtures.ts'
import { bellOf, type Ring } from './webhooks-fixtures.ts'

const shop = startShop({ LOG_LEVEL: 'fatal' })
const { anApprovedOrder, anOpenOrder, aPaidOrder, orderOf, pay, paymentsOf } = buyersOf(shop)
const { caught, ring, work } = bellOf(shop)

/** A captured payment whose customer's browser crashed. */
async function aTakenPayment() {
  const { customer, order, session } = await anApprovedOrder()
  await shop.gateway.capture(session, 1)
  const [completed] = await caught('completed')
  if (!completed) throw new Error('The provider has not rung.')
  return { customer, order, completed }
}

const transactionOf = async (order: string) => (await paymentsOf(order))[0]?.transaction_id ?? ''

describe('a webhook', () => {
  it('captures an approved payment, a minute later', async () => {
    const { customer, order } = await anApprovedOrder()

    for (const event of await caught('approved')) await ring(event)
    expect(await work()).toBe(1)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing' })
  })

  it.each([
    { when: 'after', isPaymentRefused: true },
    { when: 'before', isPaymentRefused: false },
  ])(
    'S8b says whether the payment of an expired order was refused: only $when its time',
    async ({ isPaymentRefused }) => {
      const { customer, order } = await anOpenOrder()
      await pay(customer, order, 'echeck')
      const setExpiry = (expires_at: Date) =>
        shop.db.updateTable('orders').set({ expires_at }).where('id', '=', order).execute()
      if (isPaymentRefused) await setExpiry(new Date(Date.now() - 60_000))

      shop.emulator.trigger({ what: 'capture-denied', id: await transactionOf(order) })
      for (const event of await caught('denied')) await ring(event)
      await work()
      if (!isPaymentRefused) await setExpiry(new Date())

      const expired = { status: 'cancelled', isExpired: true, payment: null }
      expect(await orderOf(customer, order)).toMatchObject({ ...expired, isPaymentRefused })
    },
  )

  it('flags a chargeback, which PayPal announces as a refund of its capture, refunds nothing and holds the order', async () => {
    const { customer, order } = await aPaidOrder()
    shop.emulator.trigger({ what: 'capture-reversed', id: await transactionOf(order) })
    for (const event of await caught('reversed')) await ring(event)
    await work()

    expect(await paymentsOf(order)).toMatchObject([{ disputed: true, status: 'completed', refunded_cents: 0 }])
    const sent = { body: { status: 'shipped' }, as: await shop.admin() }
    expect(await shop.call('PATCH', `/orders/${order}/update`, sent)).toMatchObject({ status: 409 })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing' })
    const { data } = await shop.get(`/orders/${order}`, await shop.admin())
    expect(data.payments).toMatchObject([{ disputed: true, reversed: true }])
  })
})

describe('S10 a forged webhook', () => {
  it('is refused and has no effect', async () => {
    const { customer, order, completed } = await aTakenPayment()
    const { headers, body } = completed
    const forgeries = [
      { headers, body: body.replace('19', '91') },
      { headers: {}, body },
      { headers: { ...headers, 'paypal-transmission-id': 'another' }, body },
      { headers: { ...headers, 'paypal-transmission-sig': 'AAAA' }, body },
      { headers: { ...headers, 'paypal-auth-algo': 'none' }, body },
      { headers: { ...headers, 'paypal-cert-url': 'https://evil.example/v1/notifications/certs/x' }, body },
      { headers: { ...headers, 'paypal-cert-url': 'http://127.0.0.1.evil.example/v1/notifications/certs/x' }, body },
      { headers: { ...headers, 'paypal-cert-url': `${shop.emulatorUrl}/__emulator/health` }, body },
      { headers, body: `${body},"webhook_id":"OTHER"` },
      { headers, body: 'no json' },
    ]

    for (const forgery of forgeries) expect(await ring(forgery)).toMatchObject({ status: 400, success: false })
    expect(await work()).toBe(0)
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
  })

  const forgedFrom = ({ headers, body }: Ring, number: number) => ({
    headers: { ...headers, 'paypal-cert-url': `${shop.emulatorUrl}/v1/notifications/certs/made-up-${number}` },
    body,
  })

  it('cannot cause unlimited calls to PayPal, nor block genuine webhooks', async () => {
    const { completed } = await aTakenPayment()
    expect(await ring(completed)).toMatchObject({ status: 200 })

    const answers: { status: number }[] = []
    for (let number = 0; number < 22; number++) answers.push(await ring(forgedFrom(completed, number)))

    // Not logged, unlike other failures: a flood must not become one of log lines.
    expect(answers.at(-1)).toMatchObject({ status: 503, message: new BusyError().message })
    expect(await ring(completed)).toMatchObject({ status: 200 })
    expect(await ring(forgedFrom(completed, 22), '198.51.100.7')).toMatchObject({ status: 400 })
  })

  it('is verified by PayPal without a certificate, and refused when PayPal does not respond', async () => {
    const { completed } = await aTakenPayment()
    const { clientId, clientSecret } = shop.app.env.testPaypal
    const gatewayWith = (secret: string, authority?: string) =>
      paypalGateway('test', {
        ...{ clientId, clientSecret: secret, at: new URL(shop.emulatorUrl) },
        webhooks: { id: 'TEST-WEBHOOK', ...(authority && { authority }) },
      })
    const read = (gateway: PaymentGateway, body = completed.body) =>
      gateway.readEvent(completed.headers, Buffer.from(body), '192.0.2.1')

    expect(await read(gatewayWith(clientSecret, rootCertificates[0]))).toMatchObject({ kind: 'charge' })
    expect(await read(gatewayWith(clientSecret), completed.body.replace('19', '91'))).toBeUndefined()
    await expect(read(gatewayWith('wrong keys'))).rejects.toMatchObject({ kind: 'config' })
    expect(await read(gatewayWith('wrong keys', shop.emulator.caCertificate))).toMatchObject({ kind: 'charge' })
  })
})

describe('a certificate', () => {
  it('is trusted by its name, its time and its authority only', async () => {
    const { completed } = await aTakenPayment()
    const pem = await (await fetch(String(completed.headers['paypal-cert-url']))).text()
    const leaf = new X509Certificate(pem)
    const authority = new X509Certificate(shop.emulator.caCertificate)
    const name = 'messageverificationcerts.sandbox.paypal.com'
    const later = new Date(leaf.validToDate.getTime() + 1000)

    expect(isTrusted([leaf], [authority], name)).toBe(true)
    expect(isTrusted([leaf], [authority], 'messageverificationcerts.paypal.com')).toBe(false)
    expect(isTrusted([leaf], [authority], name, later)).toBe(false)
    expect(isTrusted([leaf], [leaf], name)).toBe(false)
    expect(isTrusted([leaf, authority], [], name)).toBe(false)
    expect(isTrusted([], [authority], name)).toBe(false)
  })
})
