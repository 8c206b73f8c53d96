import { describe, expect, it, vi } from 'vitest'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { GatewayError, gatewaysOf } from '../payments/gateways/gateway.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { runPaymentRound } from '../payments/run-payment-round.ts'
import { expireOrders } from './expire-orders.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop({ ORDER_TTL_SECONDS: '3600' })
const { buy, emailsAbout, ordersOf, stockOf } = shoppersOf(shop)
const { historyOf, orderOf, pay, report, start } = buyersOf(shop)

async function anOrder() {
  const customer = await shop.customer()
  const { id: product } = await shop.product({ stock: 3 })
  const { data } = await buy(customer, [{ product, quantity: 2 }])
  return { customer, product, order: data._id as string }
}

/** An order that expired, as if it had been placed an hour ago. */
async function aDueOrder() {
  const placed = await anOrder()
  await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', placed.order).execute()
  return placed
}

const statusOf = async (order: string) =>
  (await shop.db.selectFrom('orders').select('status').where('id', '=', order).executeTakeFirstOrThrow()).status

describe('an unpaid order', () => {
  it('B20 is cancelled in time by the shop, its stock returned and its customer emailed', async () => {
    const { product, order } = await aDueOrder()
    const { order: young } = await anOrder()

    await expireOrders(shop.db)

    expect(await statusOf(order)).toBe('cancelled')
    expect(await statusOf(young)).toBe('pending')
    expect(await stockOf(product)).toBe(3)
    expect(await emailsAbout(order)).toEqual(['order-placed', 'order-cancelled'])
    const { data } = await shop.get(`/orders/${order}`, await shop.admin())
    expect(data.history.at(-1)).toMatchObject({ status: 'cancelled', by: null })
  })

  it('B20 is cancelled once, however many instances run the job', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, aDueOrder))

    await Promise.all(Array.from({ length: 4 }, () => expireOrders(shop.db)))

    for (const { order, product } of orders) {
      expect(await historyOf(order)).toEqual(['pending', 'cancelled'])
      expect(await stockOf(product)).toBe(3)
    }
  })

  it('B20 waits while its payment is pending', async () => {
    const { customer, order } = await anOrder()
    await pay(customer, order, 'echeck')
    await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order).execute()

    await expireOrders(shop.db)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: { status: 'pending' } })
  })

  it('B20 stays as it is once it is paid or shipped', async () => {
    const { customer, order } = await anOrder()
    await pay(customer, order)
    await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order).execute()

    await expireOrders(shop.db)

    expect(await statusOf(order)).toBe('processing')
  })

  it('B20 reads as cancelled before the job has run, and no read writes', async () => {
    const { customer, product, order } = await aDueOrder()
    const reads = async () => ({
      own: (await shop.get(`/orders/current-user/${order}`, customer)).data,
      listed: (await ordersOf(customer))[0],
      unpaid: (await shop.get('/orders/current-user/unpaid', customer)).data,
      staff: (await shop.get(`/orders/${order}`, await shop.admin())).data,
    })

    const before = await reads()
    expect([await statusOf(order), await stockOf(product), await emailsAbout(order)]).toEqual([
      'pending',
      1,
      ['order-placed'],
    ])
    await expireOrders(shop.db)
    const after = await reads()

    const cancelled = { status: 'cancelled', at: expect.any(String) }
    expect(after).toMatchObject({
      own: { status: 'cancelled', isExpired: true, expiresAt: null, history: [{ status: 'pending' }, cancelled] },
      listed: { status: 'cancelled' },
      unpaid: [],
      staff: { status: 'cancelled', history: [{ by: { _id: customer.id } }, { ...cancelled, by: null }] },
    })
    const timeless = (answers: object) =>
      JSON.parse(JSON.stringify(answers, (key, value) => (key === 'at' ? 0 : value)))
    expect(timeless(before)).toEqual(timeless(after))
  })

  it('C3 cannot be paid any more, also when it was not read before', async () => {
    const [a, b] = [await aDueOrder(), await aDueOrder()]

    const answers = [await start(a.customer, a.order), await report(b.customer, b.order, 'MADE-UP-LATE')]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, message: 'This order can no longer be paid.' })
    }
    expect([await statusOf(a.order), await statusOf(b.order)]).toEqual(['cancelled', 'cancelled'])
    expect([await stockOf(a.product), await stockOf(b.product)]).toEqual([3, 3])
  })
})

describe('an order that expires while its payment is under way', () => {
  const log = { warn: () => {} }
  const makeDue = (order: string, expires_at = new Date()) =>
    shop.db.updateTable('orders').set({ expires_at }).where('id', '=', order).execute()

  /** The buyer was redirected to the provider. */
  async function aStartedOrder() {
    const placed = await anOrder()
    const { data } = await start(placed.customer, placed.order)
    return { ...placed, ...(data as { orderId: string; approveUrl: string }) }
  }

  it('B20 waits until the provider is queried, and is paid when its buyer has approved in time', async () => {
    const { customer, order, approveUrl } = await aStartedOrder()
    await approve(approveUrl)
    await makeDue(order)

    await expireOrders(shop.db)
    expect(await statusOf(order)).toBe('pending')
    await runPaymentRound(shop.db, shop.gateways, log)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
  })

  it('B20 is cancelled once the provider reports that its buyer never approved', async () => {
    const { order, product } = await aStartedOrder()
    await makeDue(order)

    await expireOrders(shop.db)
    await expireOrders(shop.db)
    expect(await statusOf(order)).toBe('pending')
    await runPaymentRound(shop.db, shop.gateways, log)
    await expireOrders(shop.db)

    expect(await statusOf(order)).toBe('cancelled')
    expect(await stockOf(product)).toBe(3)
  })

  it('B20 is queried once, and cancelled when the bank declines an approved payment', async () => {
    const { order, approveUrl } = await aStartedOrder()
    await approve(approveUrl)
    await makeDue(order)
    await expireOrders(shop.db)
    // PayPal shows some declined orders as approved still.
    const capture = vi.fn(async () => Promise.reject(new GatewayError('declined', 'CARD_EXPIRED')))

    await runPaymentRound(shop.db, gatewaysOf({ ...shop.gateway, capture }), log)
    await expireOrders(shop.db)

    expect(capture).toHaveBeenCalledTimes(1)
    expect(await statusOf(order)).toBe('cancelled')
  })

  it('B20 is paid when the provider has the money once the query is over, also before the job has run', async () => {
    const stripe = buyersOf(shop, 'stripe')
    const { customer, order, session, approveUrl } = await stripe.aStartedOrder()
    await makeDue(order)
    await expireOrders(shop.db)
    await runPaymentRound(shop.db, shop.gateways, log)
    await approve(approveUrl)

    await stripe.report(customer, order, session)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
  })

  it('B20 is cancelled without an answer of the provider hours after its time', async () => {
    const { order } = await aStartedOrder()
    await makeDue(order, new Date(Date.now() - 3 * 3600_000))

    await expireOrders(shop.db)

    expect(await statusOf(order)).toBe('cancelled')
  })

  it('B20 waits while the capture is ambiguous', async () => {
    const { order, approveUrl } = await aStartedOrder()
    await approve(approveUrl)
    await makeDue(order)
    const capture = () => Promise.reject(new GatewayError('ambiguous', 'ECONNRESET'))

    await expireOrders(shop.db)
    await runPaymentRound(shop.db, gatewaysOf({ ...shop.gateway, capture }), log)
    await expireOrders(shop.db)
    expect(await statusOf(order)).toBe('pending')

    await shop.db
      .updateTable('payment_attempts')
      .set({ next_check_at: new Date(0) })
      .where('order_id', '=', order)
      .execute()
    await runPaymentRound(shop.db, shop.gateways, log)
    expect(await statusOf(order)).toBe('processing')
  })
})
