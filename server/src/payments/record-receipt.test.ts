import { SHOP_TIME_ZONE } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { examine } from '../operate/checks.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { followUpUnpaid } from '../orders/offline/follow-up-unpaid.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { clockIn, days, offlineOrdersOf } from './offline-fixtures.ts'
import { buyersOf } from './payments-fixtures.ts'
import { runPaymentRound } from './run-payment-round.ts'

const shop = startShop()
const { buy, emailsAbout, cancel, update } = shoppersOf(shop)
const { orderOf, paymentsOf, refundsOf } = buyersOf(shop)
const admin = shop.anAdmin()
const { offer, anOrderBy, record } = offlineOrdersOf(shop, admin)

const takeBack = async (payment: string, at = 0) => {
  const { data } = await shop.get(`/payments/${payment}`, admin)
  return shop.call('DELETE', `/payments/${payment}/receipts/${data.receipts[at]._id}`, { as: admin })
}

const setPayment = (payment: string, given: { created_at?: Date; due_at: Date }) =>
  shop.db.updateTable('payments').set(given).where('id', '=', payment).execute()

const expire = async (payment: string) => {
  await setPayment(payment, { due_at: days(0.1) })
  await followUpUnpaid(shop.db)
}

const insertQueued = (payment_id: string, amount_cents: number) => {
  const request = { id: newId(), request_id: newId(), payment_id, actor_id: admin.id, next_try_at: new Date() }
  const queued = { ...request, amount_cents, currency: 'USD', state: 'queued', origin: 'staff' } as const
  return shop.db.insertInto('refunds').values(queued).execute()
}

beforeAll(async () => expect(await offer({})).toMatchObject({ status: 200 }))

describe('an order by bank transfer', () => {
  it('B148 is paid when staff have recorded the whole sum, in parts, each of them once', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')

    expect(await record(payment, 50, 'one click')).toMatchObject({ status: 201, data: { receivedAmount: 50 } })
    expect(await record(payment, 50, 'one click')).toMatchObject({ status: 201, data: { receivedAmount: 50 } })
    expect(await record(payment, 60, 'one click')).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(await orderOf(customer, order)).toMatchObject({
      status: 'processing',
      amountPaid: 50,
      amountRefunded: 0,
      payment: { status: 'pending' },
      payLater: { due: 148, received: 50 },
    })
    expect(await record(payment, 148.01)).toMatchObject({ status: 409, code: 'receipt_too_large' })
    expect(await record(payment, 148)).toMatchObject({ status: 201, message: 'Recorded: the order is paid.' })
    const paid = await orderOf(customer, order)
    expect(paid).toMatchObject({ status: 'processing', amountPaid: 198, payment: { status: 'completed' } })
    expect(paid.payLater).toBeUndefined()
    expect(paid.invoices).toHaveLength(1)
    expect(await emailsAbout(order)).toContain('order-paid')
    expect(await record(payment, 1)).toMatchObject({ status: 409, code: 'receipt_too_large' })
  })

  it('refuses money of a day that is none, such as one of the year 0', async () => {
    const { payment } = await anOrderBy('transfer')
    for (const receivedOn of ['0000-01-01', '2026-02-30', '2026'])
      expect(await shop.post(`/payments/${payment}/receipts`, { amount: 50, receivedOn }, admin)).toMatchObject({
        status: 400,
        errors: { receivedOn: 'Please enter a date.' },
      })
  })

  it('counts for the revenue of its discount once it is paid, less what went back', async () => {
    const { data: discount } = await discountsOf(shop, admin).add()
    const lines = [{ product: (await shop.product()).id, quantity: 1 }]
    const given = { gateway: 'transfer' as const, codes: [discount.code], totalAmount: 186.2 }
    const { data } = await buy(await shop.customer(), lines, given)
    const revenue = async () => (await shop.get(`/discounts/${discount._id}`, admin)).data.revenue

    expect(await revenue()).toBe(0)
    await record(data.payment._id, 186.2)
    expect(await revenue()).toBe(186.2)
    await shop.post(`/payments/${data.payment._id}/refunds`, { amount: 50 }, admin)
    expect(await revenue()).toBe(136.2)
  })

  it('takes back a part that was recorded by mistake, also past its last day', async () => {
    const { payment } = await anOrderBy('transfer')
    await record(payment, 20)
    await expire(payment)

    expect(await takeBack(payment)).toMatchObject({ status: 200, data: { receivedAmount: 0 } })
    await followUpUnpaid(shop.db)
    expect(await record(payment, 198)).toMatchObject({ message: 'Recorded: the order is paid.' })
  })

  it('stays when a part has arrived in time, for staff to decide', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 10)
    await expire(payment)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payLater: { until: null } })
  })
})

it.each(['shipped', 'delivered'])(
  'of a %s parcel that came back paid in part is cancelled, which owes the part',
  async status => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 100)
    await update(order, admin, { status })

    const refused = { status: 409, message: 'This order was paid in part. Cancel it, then return what arrived.' }
    expect(await update(order, admin, { status: 'refunded' })).toMatchObject(refused)
    for (const path of [`/payments/${payment}`, `/orders/${order}`])
      expect(await shop.post(`${path}/refunds`, { amount: 100 }, admin)).toMatchObject(refused)
    const { data } = await shop.get(`/orders/${order}`, admin)
    expect(data.actions.statuses.slice(-2)).toMatchObject([
      { status: 'cancelled', refusal: null, effect: 'Return $100.00 to its customer yourself, and record that here.' },
      { status: 'refunded', refusal: 'It was paid in part: cancel it, then return what arrived.' },
    ])

    const cancelled = await update(order, admin, { status: 'cancelled' })
    expect(cancelled).toMatchObject({ status: 200, data: { refundDue: { amount: 100 } } })
    expect(await shop.post(`/payments/${payment}/refunds`, {}, admin)).toMatchObject({ data: { amount: 100 } })
    const { invoices } = await orderOf(customer, order)
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 198])
  },
)

describe('a whole sum that was recorded by mistake', () => {
  it('is taken back: the order is due again with time to pay, and its own transfer completes it', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 50)
    await record(payment, 148)
    await update(order, admin, { status: 'shipped' })
    await setPayment(payment, { created_at: days(20), due_at: days(6) })

    expect(await takeBack(payment, 1)).toMatchObject({ status: 200, data: { status: 'pending', receivedAmount: 50 } })

    expect(await orderOf(customer, order)).toMatchObject({ status: 'shipped', amountPaid: 50, payLater: { due: 148 } })
    expect(await emailNow(shop, { kind: 'order-paid', order })).toBeUndefined()
    const { due_at } = await shop.db
      .selectFrom('payments')
      .select('due_at')
      .where('id', '=', payment)
      .executeTakeFirstOrThrow()
    expect(due_at?.getTime()).toBeGreaterThan(days(-13).getTime())
    expect(due_at && clockIn(SHOP_TIME_ZONE).format(due_at)).toBe('23:59:59')
    await followUpUnpaid(shop.db)
    expect(await emailsAbout(order)).not.toContain('order-payment-due')
    expect(await record(payment, 148)).toMatchObject({ message: 'Recorded: the order is paid.' })
  })

  it('of an order that was cancelled since is no longer to be returned, and its invoice is credited', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 50)
    await record(payment, 148)
    await cancel(order, customer)

    expect(await takeBack(payment, 1)).toMatchObject({ data: { status: 'failed', amount: 50, canRefund: true } })
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: { amount: 50 } } })
    expect(await takeBack(payment)).toMatchObject({ data: { status: 'failed', canRefund: false } })

    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: null } })
    const { amountPaid, invoices } = await orderOf(customer, order)
    expect(amountPaid).toBe(0)
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 198])
  })

  it('stays once money of it is on its way back, and when that has gone', async () => {
    const { payment } = await anOrderBy('transfer')
    await record(payment, 198)
    await insertQueued(payment, 5_000)
    const refused = {
      status: 409,
      message: expect.stringMatching(/^Money of this payment was returned already\. Record the rest as returned/),
    }

    expect(await takeBack(payment)).toMatchObject(refused)
    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })
    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: 5_000 }])
    expect(await takeBack(payment)).toMatchObject(refused)
  })

  it('stays once gift cards were issued for it, and its refund takes them back', async () => {
    const { order, payment } = await anOrderBy('transfer', { is_gift_card: true })
    await record(payment, 100)

    expect(await takeBack(payment)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Gift cards were issued .* Record a refund of all of it/),
    })
    await shop.post(`/payments/${payment}/refunds`, {}, admin)
    const cards = shop.db.selectFrom('gift_cards').select(['balance_cents', 'is_active'])
    expect(await cards.where('order_id', '=', order).execute()).toEqual([{ balance_cents: 0, is_active: false }])
  })
})

describe('an order that is cancelled with money recorded', () => {
  it('is refunded by staff, who record what they returned; no provider is asked', async () => {
    const { customer, order, payment } = await anOrderBy('delivery')
    await record(payment, 198)

    await shop.post(`/orders/${order}/refunds`, { amount: 100 }, admin)

    expect(await cancel(order, customer)).toMatchObject({ status: 200 })
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: { amount: 98 } } })
    const email = await emailNow(shop, { kind: 'order-cancelled', order })
    expect(email?.text).toContain('Of the $198.00 that you paid, we return the remaining $98.00.')
    const answer = await shop.post(`/payments/${payment}/refunds`, {}, admin)
    expect(answer).toMatchObject({ status: 201, data: { state: 'completed', amount: 98 } })
    const { amountRefunded, invoices } = await orderOf(customer, order)
    expect(amountRefunded).toBe(198)
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 100, 98])
  })

  it('is refunded by the next round when the shop died between the request of staff and its record', async () => {
    const { order, payment } = await anOrderBy('transfer')
    await record(payment, 198)
    await cancel(order, admin)
    await insertQueued(payment, 19_800)

    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: 19_800 }])
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: null } })
  })

  it('owes the part that arrived, also when it arrives later', async () => {
    const { order, payment } = await anOrderBy('transfer')
    await record(payment, 50)
    await cancel(order, admin)
    expect(await paymentsOf(order)).toMatchObject([{ status: 'failed', amount_cents: 5_000 }])

    await record(payment, 30)

    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: { amount: 80 } } })
    expect(await shop.post(`/payments/${payment}/refunds`, {}, admin)).toMatchObject({ data: { amount: 80 } })
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: null } })
  })

  it('owes no more than its sum when two record the same transfer, and nothing once that is taken back', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await expire(payment)
    const isOver = shop.db.updateTable('orders').set({ expires_at: days(1) })
    await isOver.where('id', '=', order).execute()
    const refundDue = async () => (await shop.get(`/orders/${order}`, admin)).data.refundDue

    expect(await record(payment, 100)).toMatchObject({ status: 201 })
    expect(await record(payment, 198)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Only $98.00 is due.'),
    })
    expect(await record(payment, 98)).toMatchObject({ status: 201 })
    expect(await record(payment, 1)).toMatchObject({ status: 409, code: 'receipt_too_large' })
    expect(await refundDue()).toMatchObject({ amount: 198 })

    expect(await takeBack(payment, 1)).toMatchObject({
      data: { amount: 100, problem: expect.stringMatching(/^It arrived after/) },
    })
    expect(await refundDue()).toMatchObject({ amount: 100 })
    expect(await takeBack(payment)).toMatchObject({ data: { status: 'failed', amount: 198, problem: null } })
    expect(await refundDue()).toBeNull()
    expect(await orderOf(customer, order)).toMatchObject({ amountPaid: 0, isExpired: true, isPaymentRefused: false })
  })
})

it('leaves nothing for the doctor to find', async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
