import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { applyRefund } from './apply-refund.ts'
import { reconcilePayment } from './capture-payment.ts'
import { GatewayError, gatewaysOf, type PaymentGateway, type ProviderRefund } from './gateways/gateway.ts'
import { errorOf } from './gateways/gateway-fixtures.ts'
import { paypal } from './gateways/paypal/open-paypal.ts'
import { buyersOf } from './payments-fixtures.ts'
import { refundOrder, refundPayment } from './refund-payment.ts'
import { submitRefund } from './submit-refunds.ts'

const shop = startShop()
const { aSession, aPaidOrder, anOpenOrder, orderOf, pay, paymentsOf, refundsOf, setStatus } = buyersOf(shop)

const admin = async () => (await shop.admin()).id
const refund = async (order: string, gateway: PaymentGateway = shop.gateway) =>
  refundOrder(shop.db, gatewaysOf(gateway), order, await admin())

/** Refunds, but the answer is lost. */
const unreceived = (): PaymentGateway => ({
  ...shop.gateway,
  refund: async (...given) => {
    await shop.gateway.refund(...given)
    throw new GatewayError('ambiguous', 'ECONNRESET')
  },
})

describe('refunding an order', () => {
  it('is owed again when the bank of its buyer sends the money back later, until staff refund it once more', async () => {
    const { order, payment } = await aPaidOrder()
    await refund(order)
    const staff = await shop.admin()
    const due = async () => (await shop.get(`/orders/${order}`, staff)).data.refundDue
    expect(await due()).toBeNull()
    const [done] = await refundsOf(payment)
    const failed = await shop.gateway.retrieveRefund(done?.provider_refund_id ?? '')

    if (failed) await applyRefund(shop.db, shop.gateway, { ...failed, state: 'failed' })

    expect(await refundsOf(payment)).toMatchObject([{ state: 'failed', failure: expect.stringContaining('PayPal') }])
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 0, refunded_at: null }])
    expect(await due()).toMatchObject({ payment, amount: 198, state: 'refused' })
    const gateways = gatewaysOf({
      ...shop.gateway,
      refund: async (chargeId, amount, ownRef) => ({
        ...{ id: 'AGAIN', chargeId, amount, ownRef },
        state: 'completed',
      }),
    })
    await refundPayment(shop.db, gateways, { paymentId: payment, actorId: staff.id })
    expect(await due()).toBeNull()
  })

  it('a part of it is owed again when the bank sends it back, and no more than the part', async () => {
    const { order, payment } = await aPaidOrder()
    const staff = await shop.admin()
    const refundOf = (amount: number) => shop.post(`/payments/${payment}/refunds`, { amount }, staff)
    const seen = async () => {
      const [{ flags }] = (await shop.get(`/orders?keyword=${order}`, staff)).data
      return [(await shop.get(`/orders/${order}`, staff)).data.refundDue?.amount, flags.includes('owed')]
    }
    for (const amount of [30, 20]) await refundOf(amount)
    expect(await seen()).toEqual([undefined, false])
    const [done] = await refundsOf(payment)
    const failed = await shop.gateway.retrieveRefund(done?.provider_refund_id ?? '')

    if (failed) await applyRefund(shop.db, shop.gateway, { ...failed, state: 'failed' })

    expect(await seen()).toEqual([30, true])
    await refundOf(10)
    expect(await seen()).toEqual([20, true])
    await refundOf(20)
    expect(await seen()).toEqual([undefined, false])
  })

  it('B18 refuses unpaid orders, and final ones', async () => {
    const { order } = await anOpenOrder()
    expect(await errorOf(refund(order))).toMatchObject({ code: 'invalid_status_change' })
    await setStatus(order, 'processing')
    expect(await errorOf(refund(order))).toMatchObject({ message: 'Only an order that was paid can be refunded.' })
    expect(await errorOf(refund('0123456789abcdef01234567'))).toMatchObject({ code: 'not_found' })
  })

  it('stays pending when its answer was lost and the keys are wrong since, and refunds once', async () => {
    const { order, payment } = await aPaidOrder()
    const refuse = async () => {
      throw new GatewayError('config', 'invalid_client')
    }
    expect(await refund(order, unreceived())).toBe('pending')

    expect(await refund(order, { ...shop.gateway, refund: refuse, retrieve: refuse })).toBe('pending')
    expect(await refund(order)).toBe('completed')

    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: 19_800 }])
    expect((await shop.gateway.retrieve(await transactionOf(order)))?.refunds).toHaveLength(1)
  })

  it('is one refund when the provider first reports it without our reference', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const received: ProviderRefund[] = []
    const silent: PaymentGateway = {
      ...shop.gateway,
      refund: async (...given) => {
        received.push(await shop.gateway.refund(...given))
        throw new GatewayError('ambiguous', 'ECONNRESET')
      },
    }
    await refund(order, silent)

    for (const event of received) await applyRefund(shop.db, shop.gateway, { ...event, ownRef: undefined })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    for (const { id } of await refundsOf(payment)) await submitRefund(shop.db, shop.gateways, id)

    expect(await refundsOf(payment)).toMatchObject([{ origin: 'staff', state: 'completed' }])
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 19_800 }])
  })

  it('shows the provider’s refusal in its own words, and records what was refunded there', async () => {
    const { customer, order } = await aPaidOrder()
    const transaction = await transactionOf(order)
    shop.emulator.trigger({ what: 'capture-refunded', id: transaction })

    expect(await errorOf(refund(order))).toMatchObject({
      code: 'provider_refused',
      message: expect.stringMatching(/^PayPal: .*refunded/i),
    })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 19_800 }])
  })
})

describe('a test payment whose emulator has lost its data', () => {
  it('is refunded in part and then in full, no cent of it twice', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const { gateway, close } = await paypal.openEmulator(readEnv({}), { port: 0 })
    const transaction = await transactionOf(order)
    const actorId = await admin()
    await refundPayment(shop.db, shop.gateways, { paymentId: payment, amountCents: 5_000, actorId })

    await refundPayment(shop.db, gatewaysOf(gateway), { paymentId: payment, amountCents: 4_800, actorId })
    expect(await refund(order, gateway)).toBe('completed')

    const amounts = (await gateway.retrieve(transaction))?.refunds.map(({ amount }) => amount.cents)
    expect(amounts).toEqual([5_000, 4_800, 10_000])
    await expect(gateway.refund(transaction, { cents: 1, currency: 'USD' }, 'more')).rejects.toThrow('FULLY_REFUNDED')
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    await close?.()
  })
})

describe('POST /payments/:id/refunds', () => {
  const give = async (payment: string, body: object, key = '') =>
    shop.post(`/payments/${payment}/refunds`, body, await shop.admin(), { 'idempotency-key': key })

  it('S12 refunds a part, then the rest; the order is refunded with the last of it', async () => {
    const { customer, order, payment } = await aPaidOrder()

    expect(await give(payment, { amount: 50 })).toMatchObject({
      status: 201,
      message: 'Refunded successfully.',
      data: { payment, amount: 50, state: 'completed', origin: 'staff' },
    })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing' })
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 5_000, refunded_at: null }])

    expect(await give(payment, { amount: 148.01 })).toMatchObject({
      status: 409,
      message: 'Only $148.00 of this payment can be refunded.',
    })
    expect(await give(payment, {})).toMatchObject({ status: 201, data: { amount: 148 } })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    expect(await give(payment, {})).toMatchObject({ status: 409 })
  })

  it('refunds a part once per key, also when it is clicked twice at once', async () => {
    const { order, payment } = await aPaidOrder()
    const click = () => give(payment, { amount: 10 }, 'one-click')

    const answers = await Promise.all([click(), click(), click()])

    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 1_000 }])
  })

  it('refuses another amount under a used key, and repeats the first one under it', async () => {
    const { order, payment } = await aPaidOrder()
    const first = await give(payment, { amount: 50 }, 'lost-answer')

    expect(await give(payment, { amount: 60 }, 'lost-answer')).toMatchObject({
      status: 409,
      message: 'This request has already asked for a refund of $50.00. Look at what went back, then ask again.',
    })
    expect(await give(payment, {}, 'lost-answer')).toMatchObject({ status: 409 })
    expect(await give(payment, { amount: 50 }, 'lost-answer')).toMatchObject({ data: { _id: first.data._id } })
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 5_000 }])

    const rest = await give(payment, {}, 'all-that-is-left')
    expect(await give(payment, {}, 'all-that-is-left')).toMatchObject({ status: 201, data: { _id: rest.data._id } })
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 19_800 }])
  })

  it('refuses invalid amounts, payments without a capture, and unknown payments', async () => {
    const { payment } = await aPaidOrder()
    expect(await give(payment, { amount: 0 })).toMatchObject({ status: 400, errors: { amount: expect.any(String) } })
    expect(await give(payment, { amount: -1 })).toMatchObject({ status: 400 })
    expect(await give('0123456789abcdef01234567', {})).toMatchObject({ status: 404, message: 'Payment not found.' })

    const { customer, order } = await anOpenOrder()
    const { data } = await pay(customer, order, 'refuse')
    expect(await give(data._id, {})).toMatchObject({ status: 409 })
  })
})

describe('a payment that must not count', () => {
  /** Submits the refunds as the queue does, because no test waits for the queue. */
  async function submitAll(payment: string) {
    for (const { id } of await refundsOf(payment)) await submitRefund(shop.db, shop.gateways, id)
  }

  it('B34 is refunded when it pays an order a second time', async () => {
    const { customer, order } = await anOpenOrder()
    const second = await aSession(order, 'SECOND', { state: 'charged' })
    const amount = { cents: 19_800, currency: 'USD' }
    await shop.gateway.adopt?.({ id: 'SECOND', orderRef: order, amount, status: 'completed' })
    await pay(customer, order)
    const charge = { id: 'SECOND', state: 'completed' as const, amount, at: new Date() }

    const { payment } = await reconcilePayment(shop.db, shop.gateway, { ...second, charge })

    expect(payment).toMatchObject({ status: 'failed', problem: 'The order has another payment.' })
    await submitAll(payment.id)
    expect(await refundsOf(payment.id)).toMatchObject([{ state: 'completed' }])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
  })

  it('B4 is refused with more decimals than its currency has, not rounded', async () => {
    const { payment } = await aPaidOrder()
    const admin = await shop.admin()

    for (const amount of [5.005, '5.005', 0.011, 197.999]) {
      const answer = await shop.post(`/payments/${payment}/refunds`, { amount }, admin)
      expect(answer).toMatchObject({ status: 400, errors: { amount: 'Two decimals are the most.' } })
    }
    expect(await refundsOf(payment)).toEqual([])
  })
})

async function transactionOf(order: string) {
  const [payment] = await paymentsOf(order)
  return payment?.transaction_id ?? ''
}
