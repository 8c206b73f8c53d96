import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { cancelOrder } from '../fulfilment/update-order.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { reconcilePayment } from './capture-payment.ts'
import { GatewayError, gatewaysOf, type PaymentGateway } from './gateways/gateway.ts'
import { buyersOf } from './payments-fixtures.ts'
import { bellOf } from './webhooks-fixtures.ts'

const shop = startShop()
const { cancel, emailsAbout, update } = shoppersOf(shop)
const { anApprovedOrder, anOpenOrder, aPaidOrder, historyOf, orderOf, pay, paymentsOf, refundsOf, stockOf } =
  buyersOf(shop)
const { deliverAll, work } = bellOf(shop)

const admin = shop.anAdmin()

const give = (payment: string, body: object = {}) => shop.post(`/payments/${payment}/refunds`, body, admin)
const seenByStaff = async (order: string) => (await shop.get(`/orders/${order}`, admin)).data
const refundsAtProvider = async (order: string) =>
  (await shop.gateway.retrieve((await paymentsOf(order))[0]?.transaction_id ?? ''))?.refunds.map(
    ({ amount }) => amount.cents,
  )
const happenTo = async (order: string, what: 'capture-completed' | 'capture-denied' | 'capture-reversed') =>
  shop.emulator.trigger({ what, id: (await paymentsOf(order))[0]?.transaction_id ?? '' })

const fullRefund = { status: 'completed', refunded_cents: 19_800, refunded_at: expect.any(Date) }

describe('B19 the payment of a cancelled order', () => {
  it('is refunded in full; the order stays cancelled and its payment becomes refunded', async () => {
    const { customer, order, payment, product } = await aPaidOrder()

    const answer = await cancel(order, customer)

    expect(answer).toMatchObject({ status: 200, data: { _id: order, status: 'cancelled' } })
    expect(await paymentsOf(order)).toMatchObject([fullRefund])
    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', origin: 'automatic', amount_cents: 19_800 }])
    expect(await refundsAtProvider(order)).toEqual([19_800])
    expect(await historyOf(order)).toEqual(['pending', 'processing', 'cancelled'])
    expect(await stockOf(product)).toBe(20)
    expect(await emailsAbout(order)).toEqual(['order-placed', 'order-paid', 'order-cancelled', 'order-refunded'])
  })

  it('is refunded once, however many cancel at once and whichever instance calls the provider', async () => {
    const { customer, order, payment } = await aPaidOrder()

    await Promise.all([cancel(order, customer), cancel(order, admin), cancel(order, customer), work()])
    await deliverAll()

    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed' }])
    expect(await refundsAtProvider(order)).toEqual([19_800])
    expect((await emailsAbout(order)).filter(kind => kind === 'order-refunded')).toHaveLength(1)
  })

  it('is refunded less earlier and pending refunds', async () => {
    const { customer, order, payment } = await aPaidOrder()
    await give(payment, { amount: 20 })
    shop.emulator.addFault({ kind: 'refund', status: 'PENDING', count: 1 })
    await give(payment, { amount: 50 })

    await cancel(order, customer)

    expect(await refundsOf(payment)).toMatchObject([
      { amount_cents: 2_000, state: 'completed' },
      { amount_cents: 5_000, state: 'pending' },
      { amount_cents: 12_800, state: 'completed' },
    ])
    expect((await emailsAbout(order)).filter(kind => kind === 'order-refunded')).toHaveLength(2)
  })

  it('is refunded on arrival, when it was still pending', async () => {
    const { customer, order } = await anOpenOrder()
    await pay(customer, order, 'echeck')
    await cancel(order, customer)
    expect(await seenByStaff(order)).toMatchObject({ refundDue: null })

    await happenTo(order, 'capture-completed')
    await deliverAll()

    expect(await paymentsOf(order)).toMatchObject([fullRefund])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled', payment: { status: 'completed' } })
    expect(await refundsAtProvider(order)).toEqual([19_800])
  })

  it.each([
    ['capture-completed', { status: 'completed', refunded_cents: 19_800 }],
    ['capture-denied', { status: 'failed', problem: null, refunded_cents: 0 }],
  ] as const)('waits for %s, when it was captured during the cancellation and is pending', async (what, payment) => {
    const { customer, order, session } = await anApprovedOrder('echeck')
    const taken = await shop.gateway.capture(session, 1)
    await cancel(order, customer)

    await reconcilePayment(shop.db, shop.gateway, taken)

    expect(await orderOf(customer, order)).toMatchObject({ amountPaid: 0, payment: { status: 'pending' }, refunds: [] })
    expect(await seenByStaff(order)).toMatchObject({ refundDue: null })
    await happenTo(order, what)
    await deliverAll()
    expect(await paymentsOf(order)).toMatchObject([payment])
    expect(await seenByStaff(order)).toMatchObject({ status: 'cancelled', refundDue: null })
  })

  it('stays due while the provider does not respond, and is refunded once when it does', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const silent: PaymentGateway = {
      ...shop.gateway,
      refund: async (...given) => {
        await shop.gateway.refund(...given)
        throw new GatewayError('ambiguous', 'ECONNRESET')
      },
    }
    const visitor = { ...(await shop.get('/users/current-user', customer)).data, id: customer.id, role: 'customer' }

    const cancelled = await cancelOrder(shop.db, gatewaysOf(silent), visitor, order)

    expect(cancelled.status).toBe('cancelled')
    expect(await refundsOf(payment)).toMatchObject([{ state: 'queued' }])
    expect((await seenByStaff(order)).refundDue).toMatchObject({ payment, amount: 198, state: 'asked', failure: null })
    await work()
    expect(await paymentsOf(order)).toMatchObject([fullRefund])
    expect(await refundsAtProvider(order)).toEqual([19_800])
  })

  it.each([
    ['does not take the keys', 'config', 'invalid_client', 'shop refund this (invalid_client). Look at the keys'],
    [
      'got it for another account',
      'notFound',
      'RESOURCE_NOT_FOUND',
      'refund this (RESOURCE_NOT_FOUND). Look at the keys',
    ],
    [
      'restricts the account',
      'config',
      'PAYEE_ACCOUNT_RESTRICTED',
      'PayPal: PAYEE_ACCOUNT_RESTRICTED Look at the account',
    ],
  ] as const)('stays due while the provider %s, and staff read why', async (_, kind, issue, said) => {
    const { customer, order } = await aPaidOrder()
    const visitor = { ...(await shop.get('/users/current-user', customer)).data, id: customer.id, role: 'customer' }
    const refund = () => Promise.reject(new GatewayError(kind, issue))

    await cancelOrder(shop.db, gatewaysOf({ ...shop.gateway, refund }), visitor, order)

    const failure = expect.stringContaining(said)
    expect((await seenByStaff(order)).refundDue).toMatchObject({ state: 'asked', failure })
    await work()
    expect(await paymentsOf(order)).toMatchObject([fullRefund])
    expect((await seenByStaff(order)).payments[0].refunds).toMatchObject([{ state: 'completed', failure: null }])
  })

  it('T226 B18 may be marked refunded by staff, without a refund', async () => {
    const { customer, order, payment } = await aPaidOrder()
    await cancel(order, customer)

    const answer = await update(order, admin, { status: 'refunded' })

    expect(answer).toMatchObject({ status: 200, data: { status: 'refunded' } })
    expect(await refundsOf(payment)).toHaveLength(1)
    expect((await emailsAbout(order)).filter(kind => kind === 'order-refunded')).toHaveLength(1)
  })
})

describe('B19 a refund of a cancelled order that the provider refuses', () => {
  it('is shown to staff with the sentence of the provider, until a retry succeeds', async () => {
    const { customer, order, payment } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'refund', status: 'FAILED', count: 1 })
    const due = async () =>
      (await shop.get('/orders?flag=owed&size=1000', admin)).data.map(({ _id }: { _id: string }) => _id)

    expect(await cancel(order, customer)).toMatchObject({ status: 200, data: { status: 'cancelled' } })

    const refused = { payment, amount: 198, state: 'refused', failure: expect.stringMatching(/^PayPal/) }
    expect((await seenByStaff(order)).refundDue).toMatchObject(refused)
    expect(await due()).toContain(order)
    expect((await shop.get(`/orders?keyword=${order}`, admin)).data[0].flags).toContain('owed')
    expect(await give(payment)).toMatchObject({ status: 201, data: { amount: 198, state: 'completed' } })
    expect(await due()).not.toContain(order)
    expect(await seenByStaff(order)).toMatchObject({ status: 'cancelled', refundDue: null })
  })
})

describe('B19 a dispute over the payment of a cancelled order', () => {
  async function aDisputedOrder() {
    const paid = await aPaidOrder()
    const id = (await paymentsOf(paid.order))[0]?.transaction_id ?? ''
    shop.emulator.trigger({ what: 'dispute-opened', id })
    await deliverAll()
    await cancel(paid.order, paid.customer)
    const { data } = await shop.get(`/disputes?keyword=${paid.order}`, admin)
    return { ...paid, dispute: data[0].disputeId as string }
  }

  it('requests the refund once when the shop wins, however often staff look after a refusal', async () => {
    const { payment, dispute } = await aDisputedOrder()
    const { data } = await shop.get(`/disputes?keyword=${dispute}`, admin)
    shop.emulator.addFault({ kind: 'refund', status: 'FAILED', count: 9 })
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()

    for (let look = 0; look < 4; look++) {
      expect(await shop.get(`/disputes/${data[0]._id}`, admin)).toMatchObject({ status: 200 })
      await work()
    }
    shop.emulator.clearFaults()

    expect(await refundsOf(payment)).toMatchObject([{ state: 'failed', origin: 'automatic' }])
  })

  it('stops a refund that waited for the provider', async () => {
    const { customer, order, payment } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'error', status: 401, path: '/refund', count: 9 })
    await cancel(order, customer)
    shop.emulator.clearFaults()
    await shop.db.updateTable('payments').set({ disputed: true }).where('id', '=', payment).execute()

    await work()

    expect(await refundsAtProvider(order)).toEqual([])
    expect(await refundsOf(payment)).toMatchObject([{ state: 'failed', failure: expect.stringContaining('disputed') }])
  })
})
