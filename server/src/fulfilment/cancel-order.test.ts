import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { reconcilePayment } from '../payments/capture-payment.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { onChange } from '../platform/database/invalidation.ts'

const shop = startShop()
const { buy, cancel, ledgerOf, emailsAbout, stockOf, update } = shoppersOf(shop)
const { aSession, historyOf, orderOf, pay, paymentsOf, start } = buyersOf(shop)

/** Two units of a product with three in stock. */
async function anOrder() {
  const customer = await shop.customer()
  const { id: product } = await shop.product({ stock: 3 })
  const { data } = await buy(customer, [{ product, quantity: 2 }])
  return { customer, product, order: data._id as string, total: data.totalAmount as number }
}

const due = (order: string) =>
  shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order).execute()

const auditEventsOf = async (order: string) =>
  (await listAuditEntries(shop.db, { page: 1, size: 20, keyword: order })).rows.map(({ actor, before, after }) => ({
    actor: actor?._id,
    before,
    after,
  }))

describe('PATCH /orders/:id/cancel', () => {
  it("T375 B19 cancels the customer's own order, returns its stock and sends an email", async () => {
    const { customer, product, order } = await anOrder()
    expect(await stockOf(product)).toBe(1)

    const answer = await cancel(order, customer)

    expect(answer).toMatchObject({ status: 200, success: true, data: { _id: order, status: 'cancelled' } })
    expect(await stockOf(product)).toBe(3)
    expect(await historyOf(order)).toEqual(['pending', 'cancelled'])
    expect(await emailsAbout(order)).toEqual(['order-placed', 'order-cancelled'])
    expect(await auditEventsOf(order)).toEqual([])
    expect(await start(customer, order)).toMatchObject({ status: 409, message: 'This order can no longer be paid.' })
  })

  it('B19 cancels no order that was paid since it was seen', async () => {
    const { customer, order } = await anOrder()
    await pay(customer, order)
    const seenAs = (from: string) => shop.call('PATCH', `/orders/${order}/cancel?from=${from}`, { as: customer })

    const message = 'This order has changed meanwhile: it is processing now.'
    expect(await seenAs('pending')).toMatchObject({ status: 409, code: 'version_conflict', message })
    expect(await seenAs('processing')).toMatchObject({ status: 200, data: { status: 'cancelled' } })
  })

  it('B19 lets staff cancel, which is audited', async () => {
    const { order } = await anOrder()
    const admin = await shop.admin()

    expect(await cancel(order, admin)).toMatchObject({ status: 200, data: { status: 'cancelled', history: [{}, {}] } })
    expect(await auditEventsOf(order)).toEqual([
      { actor: admin.id, before: { status: 'pending' }, after: { status: 'cancelled' } },
    ])
  })

  it.each(['shipped', 'delivered', 'refunded'] as const)('B19 refuses an order that is %s', async status => {
    const { customer, product, order } = await anOrder()
    await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

    for (const visitor of [customer, await shop.admin()]) {
      expect(await cancel(order, visitor)).toMatchObject({
        status: 409,
        message: 'This order can no longer be cancelled.',
      })
    }
    expect(await stockOf(product)).toBe(1)
  })

  it('invalidates the page of a restocked product, and all lists when it was out of stock', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product({ stock: 2 })
    const orders = [
      await buy(customer, [{ product: id, quantity: 1 }]),
      await buy(customer, [{ product: id, quantity: 1 }]),
    ]
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    for (const { data } of orders) await cancel(data._id, customer)
    stop()

    expect(invalidated).toEqual([`product:${id}`, 'catalog', `product:${id}`])
  })
})

describe('the stock of an order is returned exactly once', () => {
  const releases = async (order: string) => (await ledgerOf(order)).filter(({ reason }) => reason === 'release')

  it('by ten concurrent cancellations', async () => {
    const { customer, product, order } = await anOrder()
    const admin = await shop.admin()
    const by = (n: number): Person => (n % 2 ? customer : admin)

    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => cancel(order, by(n))))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await releases(order)).toEqual([{ product_id: product, delta: 2, reason: 'release' }])
    expect(await stockOf(product)).toBe(3)
    expect(await historyOf(order)).toEqual(['pending', 'cancelled'])
  })

  it('by its customer and its expiry at once', async () => {
    const { customer, product, order } = await anOrder()
    await due(order)

    await Promise.all([cancel(order, customer), expireOrders(shop.db), expireOrders(shop.db), cancel(order, customer)])

    expect(await releases(order)).toHaveLength(1)
    expect(await stockOf(product)).toBe(3)
    expect(await historyOf(order)).toEqual(['pending', 'cancelled'])
  })

  it('by a cancellation and a payment at once, in either order', async () => {
    for (let round = 0; round < 5; round++) {
      const { customer, product, order, total } = await anOrder()
      const amount = { cents: Math.round(total * 100), currency: 'USD' }
      const charge = { id: `C${order}`, state: 'completed', amount, at: new Date() } as const
      const snapshot = await aSession(order, `S${order}`, { state: 'charged', charge })

      await Promise.all([reconcilePayment(shop.db, shop.gateway, snapshot), cancel(order, customer)])

      const [payment] = await paymentsOf(order)
      const history = await historyOf(order)
      expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled' })
      expect(payment?.status).toBe(history.includes('processing') ? 'completed' : 'failed')
      expect(payment?.problem === null).toBe(history.includes('processing'))
      expect(await releases(order)).toHaveLength(1)
      expect(await stockOf(product)).toBe(3)
    }
  })

  it('C2 and never after shipment', async () => {
    const { customer, product, order } = await anOrder()
    const admin = await shop.admin()
    await pay(customer, order)
    await update(order, admin, { status: 'shipped' })

    expect(await update(order, admin, { status: 'cancelled' })).toMatchObject({ status: 200 })
    expect(await releases(order)).toEqual([])
    expect(await stockOf(product)).toBe(1)
  })

  it('and the ledger itself refuses a second time', async () => {
    const { customer, product, order } = await anOrder()
    await cancel(order, customer)
    const again = { variant_id: product, product_id: product, delta: 2, order_id: order }

    for (const reason of ['order', 'release'] as const) {
      const insert = shop.db
        .insertInto('stock_ledger')
        .values({ ...again, reason })
        .execute()
      await expect(insert).rejects.toThrow('stock_ledger_once')
    }
  })
})
