import { nextStatuses, type OrderStatus, orderStatuses } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { anotherId } from '../../test/another-id.ts'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { newId } from '../platform/database/ids.ts'
import { onChange } from '../platform/database/invalidation.ts'

const shop = startShop()
const { emailsAbout, stockOf, update } = shoppersOf(shop)
const { anOpenOrder, aPaidOrder, historyOf, orderOf, pay } = buyersOf(shop)

const admin = shop.anAdmin()

const statusOf = async (order: string) => (await shop.get(`/orders/${order}`, admin)).data.status

describe('PATCH /orders/:orderId/update by staff', () => {
  it('T373 T222 T226 moves an order to the next status, and answers it', async () => {
    const { order } = await aPaidOrder()

    const answer = await update(order, admin, { orderId: order, status: 'shipped' })

    expect(answer).toMatchObject({
      status: 200,
      success: true,
      message: "Order status updated to 'SHIPPED' successfully.",
      data: { _id: order, status: 'shipped' },
    })
    expect(answer.data.history.at(-1)).toMatchObject({ status: 'shipped', by: { _id: admin.id } })
    expect(await emailsAbout(order)).toEqual(['order-placed', 'order-paid', 'order-shipped'])
    const [auditEvent] = (await listAuditEntries(shop.db, { page: 1, size: 1, keyword: order })).rows
    expect(auditEvent).toMatchObject({
      actor: { _id: admin.id },
      action: 'order.updated',
      before: { status: 'processing' },
      after: { status: 'shipped' },
    })
  })

  const pairs = orderStatuses.flatMap(from => orderStatuses.map(to => [from, to] as const))
  const unpaid = pairs.filter(([from, to]) => to !== 'refunded' || from === 'refunded')

  it.each(unpaid)('T226 B17 an order that is %s, sent to %s', async (from, to) => {
    const { order } = await anOpenOrder()
    await shop.db.updateTable('orders').set({ status: from }).where('id', '=', order).execute()
    const moves = nextStatuses[from].includes(to)

    const answer = await update(order, admin, { status: to })

    if (moves || from === to) expect(answer).toMatchObject({ status: 200, data: { status: to } })
    else {
      const message = `Order status cannot change from ${from} to ${to}.`
      expect(answer).toMatchObject({ status: 409, success: false, message })
    }
    expect(await statusOf(order)).toBe(moves ? to : from)
    expect(await historyOf(order)).toEqual(moves ? ['pending', to] : ['pending'])
  })

  it.each([
    ['processing', true],
    ['shipped', false],
    ['delivered', false],
    ['cancelled', true],
  ] as const)('T226 B17 B18 C2 a paid order that is %s is refunded; its stock is back: %s', async (from, isBack) => {
    const { customer, order } = await aPaidOrder()
    const [{ product }] = (await orderOf(customer, order)).products
    if (from !== 'processing') await update(order, admin, { status: from })

    const answers = [
      await update(order, admin, { status: 'refunded' }),
      await update(order, admin, { status: 'refunded' }),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        message: "Order status updated to 'REFUNDED' successfully.",
        data: { status: 'refunded', payment: { status: 'completed' } },
      })
    }
    expect(await stockOf(product._id)).toBe(isBack ? 20 : 19)
    expect((await emailsAbout(order)).filter(kind => kind === 'order-refunded')).toHaveLength(1)
    expect((await historyOf(order)).filter(status => status === 'refunded')).toHaveLength(1)
  })

  it('refuses to cancel or refund an order that was sent since the dialog was opened', async () => {
    const { order } = await aPaidOrder()
    await update(order, admin, { status: 'shipped', from: 'processing' })

    for (const status of ['cancelled', 'refunded']) {
      expect(await update(order, admin, { status, from: 'processing' })).toMatchObject({
        status: 409,
        message: 'This order was changed by someone else: it is shipped now.',
      })
    }
    expect(await statusOf(order)).toBe('shipped')
  })

  it('T224 T225 B30 refuses a missing status, another order and an unknown order', async () => {
    const { order } = await anOpenOrder()
    const missing = 'Order ID or status is missing.'

    for (const body of [{}, { status: '' }, { status: null }, { orderId: order }]) {
      expect(await update(order, admin, body)).toMatchObject({ status: 400, message: missing })
    }
    expect(await shop.call('PATCH', `/orders/${order}/update`, { as: admin })).toMatchObject({
      status: 400,
      message: missing,
    })
    expect(await update(order, admin, { status: 'lost' })).toMatchObject({
      status: 400,
      errors: { status: expect.stringContaining('This must be one of the following: pending') },
    })
    expect(await update(order, admin, { orderId: newId(), status: 'shipped' })).toMatchObject(anotherId('orderId'))
    expect(await update(newId(), admin, { status: 'shipped' })).toMatchObject({
      status: 404,
      message: 'Order not found.',
    })
    expect(await statusOf(order)).toBe('pending')
  })

  it('B16 refuses a payment of another order', async () => {
    const [one, other] = [await aPaidOrder(), await aPaidOrder()]

    const answer = await update(one.order, admin, { status: 'shipped', payment: other.payment })

    expect(answer).toMatchObject({ status: 409 })
    expect(await update(one.order, admin, { status: 'shipped', payment: one.payment })).toMatchObject({ status: 200 })
  })

  it('sends no order whose whole payment is being refunded, until the refund fails', async () => {
    const { order, payment } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'refund', status: 'PENDING', count: 1 })
    expect(await update(order, admin, { status: 'refunded' })).toMatchObject({ message: 'Refund pending.' })

    for (const status of ['shipped', 'delivered']) {
      expect(await update(order, admin, { status })).toMatchObject({
        status: 409,
        message: 'The payment of this order is on its way back, so it must not be sent now.',
      })
    }
    await shop.db.updateTable('refunds').set({ state: 'failed' }).where('payment_id', '=', payment).execute()
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 200 })
  })

  it('lets two admins move one order concurrently, one step each', async () => {
    const { order } = await aPaidOrder()

    const answers = await Promise.all(
      (['shipped', 'cancelled', 'delivered'] as OrderStatus[]).map(status => update(order, admin, { status })),
    )

    const history = await historyOf(order)
    expect(history.length - 2).toBe(answers.filter(({ status }) => status === 200).length)
    history.slice(1).forEach((to, i) => {
      expect(nextStatuses[history[i] as OrderStatus]).toContain(to)
    })
  })

  it('C13 invalidates the page of a product when its reviewer has bought it, or no longer has', async () => {
    const { customer, order } = await anOpenOrder()
    const [{ product }] = (await orderOf(customer, order)).products
    const words = { title: 'It is lovely', rating: 5, comment: 'I would buy it again any day.' }
    await shop.post(`/products/${product._id}/reviews`, words, customer)
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    await update(order, admin, { status: 'shipped' })
    await update(order, admin, { status: 'delivered' })
    stop()

    expect(invalidated).toEqual([`reviews:${product._id}`])
  })
})

describe('PATCH /orders/:orderId/update by its customer', () => {
  it('T374 B16 B33 confirms that it was paid, idempotently', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const body = { orderId: order, status: 'processing', payment }

    const answers = [await update(order, customer, body), await update(order, customer, body)]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, data: { status: 'processing', payment: { _id: payment } } })
      expect(answer.data.history).not.toContainEqual(expect.objectContaining({ by: expect.anything() }))
    }
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
  })

  it('B16 may do nothing else', async () => {
    const { customer, order } = await anOpenOrder()

    for (const body of [
      { status: 'processing' },
      ...orderStatuses.filter(status => status !== 'processing').map(status => ({ status, payment: newId() })),
    ]) {
      expect(await update(order, customer, body)).toMatchObject({ status: 403, success: false })
    }
    expect(await statusOf(order)).toBe('pending')
  })

  it('B16 cannot confirm with a payment that does not cover it', async () => {
    const paid = await aPaidOrder()
    const { customer, order } = await anOpenOrder()
    const declined = (await pay(customer, order, 'refuse')).data._id

    for (const payment of [newId(), paid.payment, declined]) {
      expect(await update(order, customer, { status: 'processing', payment })).toMatchObject({ status: 409 })
    }
    expect(await statusOf(order)).toBe('pending')
  })
})
