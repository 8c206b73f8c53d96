import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { buildApp } from '../app.ts'
import { reconcilePayment } from './capture-payment.ts'
import { gatewaysOf } from './gateways/gateway.ts'
import { paypalGateway } from './gateways/paypal/paypal-gateway.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder, aSession, historyOf, orderOf, pay, paymentsOf } = buyersOf(shop)

describe("reconciling with the provider's state", () => {
  const snapshotOf = (order: string, state: 'pending' | 'completed' | 'failed') =>
    aSession(order, `SESSION-${order}`, {
      state: 'charged',
      charge: { id: `CHARGE-${order}`, state, amount: { cents: 19_800, currency: 'USD' }, at: new Date() },
    })
  const listen = async (order: string, state: 'pending' | 'completed' | 'failed') =>
    (await reconcilePayment(shop.db, shop.gateway, await snapshotOf(order, state))).payment

  it('completes a pending payment with its order, and never reverts', async () => {
    const { customer, order } = await anOpenOrder()

    const received = [await listen(order, 'pending'), await listen(order, 'completed')]
    received.push(await listen(order, 'pending'), await listen(order, 'failed'))

    expect(received.map(({ status }) => status)).toEqual(['pending', 'completed', 'completed', 'completed'])
    expect(await paymentsOf(order)).toHaveLength(1)
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
  })
})

describe('a shop whose provider', () => {
  /** This shop has another gateway; no payment is registered at the emulator. */
  async function shopWith(secret: string) {
    const { clientId } = shop.app.env.testPaypal
    const gateway = paypalGateway('test', { clientId, clientSecret: secret, at: new URL(shop.emulatorUrl) })
    const env = { ...shop.app.env, logLevel: 'silent' as const }
    const app = await buildApp({ db: shop.db, files: shop.app.files, env, gateways: gatewaysOf(gateway) })
    return (customer: Person, path: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api${path}`, headers: { cookie: customer.cookie }, payload })
  }

  it('B31 does not know a transaction refuses it, and the order stays pending', async () => {
    const { customer, order } = await anOpenOrder()
    const post = await shopWith(shop.app.env.testPaypal.clientSecret)

    const answer = await post(customer, '/payments', { order, transactionId: 'MADE-UP-2', paymentGateway: 'paypal' })

    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringContaining('not known') })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
  })

  it('does not respond says so, and everything works again later', async () => {
    const { customer, order } = await anOpenOrder()
    const post = await shopWith('another secret')

    const answers = [
      await post(customer, '/payments/paypal/orders', { order }),
      await post(customer, '/payments', { order, transactionId: 'X', paymentGateway: 'paypal' }),
    ]

    for (const answer of answers) {
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({
        success: false,
        message: 'Something went wrong, please try again later...',
        requestId: expect.any(String),
      })
    }
    expect(await pay(customer, order)).toMatchObject({ status: 201, data: { status: 'completed' } })
  })
})
