import { SHOP_TIME_ZONE } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { applyRefund } from '../payments/apply-refund.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { idAt } from '../platform/database/ids.ts'

const DAY_MS = 24 * 3600 * 1000
const dayOf = (time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE }).format(time)

describe('GET /dashboard/report', () => {
  const shop = startShop()
  const buyers = buyersOf(shop)

  /** Moves an order and its payment back in time; lines follow through its id. */
  async function moveBack(order: string, days: number, at = new Date(Date.now() - days * DAY_MS)) {
    const id = idAt(at)
    await shop.db.updateTable('orders').set({ payment_id: null }).where('id', '=', order).execute()
    const old = await shop.db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow()
    const copy = {
      ...old,
      id,
      created_at: at,
      shipping_address: JSON.stringify(old.shipping_address),
      billing_address: null,
    }
    await shop.db.insertInto('orders').values(copy).execute()
    await shop.db.updateTable('order_lines').set({ order_id: id }).where('order_id', '=', order).execute()
    const payment = shop.db.updateTable('payments').set({ order_id: id, created_at: at as never })
    await payment.where('order_id', '=', order).execute()
    await shop.db.deleteFrom('orders').where('id', '=', order).execute()
  }

  const reportOf = async (days: number, admin: Person) => (await shop.get(`/dashboard/report?days=${days}`, admin)).data

  it('has a row per day in the shop’s time zone, in order, and zeros where nothing was sold', async () => {
    const { sales, statuses, bestSellers } = await reportOf(7, await shop.admin())

    expect(sales).toHaveLength(7)
    expect(sales[6]).toEqual({ day: dayOf(new Date()), payments: 0, total: 0 })
    expect(sales[0].day).toBe(dayOf(new Date(Date.now() - 6 * DAY_MS)))
    expect(statuses.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 0, 0])
    expect(bestSellers).toEqual([])
  })

  it('counts payments less refunds, orders by status, and best sellers of the range', async () => {
    const admin = await shop.admin()
    const [today, refunded, earlier, longAgo] = [
      await buyers.aPaidOrder(),
      await buyers.aPaidOrder(),
      await buyers.aPaidOrder(),
      await buyers.aPaidOrder(),
    ]
    await shop.post(`/payments/${refunded.payment}/refunds`, {}, admin)
    await moveBack(earlier.order, 3)
    await moveBack(longAgo.order, 20)
    await buyers.anOpenOrder()

    const { sales, statuses, bestSellers } = await reportOf(14, admin)

    expect(sales).toHaveLength(14)
    expect(sales[13]).toMatchObject({ payments: 1, total: 198 })
    expect(sales[10]).toMatchObject({ payments: 1, total: 198 })
    expect(
      Object.fromEntries(statuses.map((row: { status: string; count: number }) => [row.status, row.count])),
    ).toEqual({
      pending: 1,
      processing: 2,
      shipped: 0,
      delivered: 0,
      cancelled: 0,
      refunded: 1,
    })
    const sold = bestSellers.map(({ _id, units, total }: Record<string, unknown>) => ({ _id, units, total }))
    expect(sold).toHaveLength(2)
    expect(sold).toContainEqual({ _id: today.product, units: 1, total: 100 })
    expect(await reportOf(30, admin)).toMatchObject({ bestSellers: { length: 3 } })
  })

  it('sums best sellers without the tax in their prices and the share that was refunded, as it is now', async () => {
    const admin = await shop.admin()
    const change = async (money: object) => {
      expect(await shop.changeSettings({ money }, admin)).toMatchObject({ status: 200 })
    }
    const totalOf = async (product: string) =>
      (await reportOf(7, admin)).bestSellers.find(({ _id }: { _id: string }) => _id === product)?.total
    await shop.db.updateTable('orders').set({ status: 'cancelled' }).execute()
    await change({ taxIncluded: true, taxPercent: 25 })
    const { product, payment, order } = await buyers.aPaidOrder()
    expect(await totalOf(product)).toBe(80)
    const taxes = async () => (await reportOf(7, admin)).taxes
    expect(await taxes()).toEqual([{ label: 'Tax (25% GST)', net: 80, tax: 20 }])

    const card = await shop.product({ is_gift_card: true, price_cents: 10_000 })
    const buyer = await shop.customer()
    const bought = await shoppersOf(shop).buy(buyer, [{ product: card.id, quantity: 1 }])
    await buyers.pay(buyer, bought.data._id)
    expect(await totalOf(card.id)).toBe(100)

    const { data } = await shop.get(`/payments/${payment}`, admin)
    const refund = { amount: data.amount / 4 }
    expect(await shop.post(`/payments/${payment}/refunds`, refund, admin)).toMatchObject({ status: 201 })
    expect(await totalOf(product)).toBe(60)
    expect(await taxes()).toEqual([{ label: 'Tax (25% GST)', net: 60, tax: 15 }])

    await shop.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order).execute()
    expect(await totalOf(product)).toBeUndefined()
  })

  it('takes from each rate of tax what credit notes credit of it, also what goes back to gift cards', async () => {
    const admin = await shop.admin()
    await shop.db.updateTable('orders').set({ status: 'cancelled' }).execute()
    const money = { taxIncluded: false, taxPercent: 18, taxClasses: [{ name: 'Reduced', percent: 5, rates: [] }] }
    await shop.changeSettings({ money }, admin)
    const { code } = await giftCardsOf(shop, admin).aCode(60)
    const customer = await shop.customer()
    const book = await shop.product({ price_cents: 5000, tax_class: 'Reduced' })
    const lines = [(await shop.product()).id, book.id].map(product => ({ product, quantity: 1 }))
    const { data } = await shoppersOf(shop).buy(customer, lines, { codes: [code] })
    await buyers.pay(customer, data._id)
    const taxes = async () =>
      (await reportOf(7, admin)).taxes.map(({ net, tax }: { net: number; tax: number }) => [net, tax])
    expect(await taxes()).toEqual([
      [100, 18],
      [50, 2.5],
    ])

    await shop.post(`/orders/${data._id}/refunds`, { lines: [{ line: 1, quantity: 1 }] }, admin)

    expect(await taxes()).toEqual([
      [100, 18],
      [0, 0],
    ])
  })

  it('counts the tax of a refunded order again when the bank sends its money back', async () => {
    const admin = await shop.admin()
    await shop.db.updateTable('orders').set({ status: 'cancelled' }).execute()
    const { order, payment } = await buyers.aPaidOrder()
    const taxes = async () => (await reportOf(7, admin)).taxes
    const before = await taxes()
    await shoppersOf(shop).update(order, admin, { status: 'refunded' })
    expect(await taxes()).toEqual([])
    const [done] = await buyers.refundsOf(payment)
    const refund = await shop.gateway.retrieveRefund(done?.provider_refund_id ?? '')

    if (refund) await applyRefund(shop.db, shop.gateway, { ...refund, state: 'failed' })

    expect(before).toHaveLength(1)
    expect(await taxes()).toEqual(before)
  })
})

describe('GET /dashboard/low-stock', () => {
  const shop = startShop()
  const lowStock = async () => (await shop.get('/dashboard/low-stock', await shop.admin())).data

  it('lists active products with few units left, the scarcest first', async () => {
    const few = await shop.product({ stock: 5 })
    await shop.product({ stock: 6 })
    await shop.product({ stock: 0, is_active: false })
    const none = await shop.product({ stock: 0, name: 'Sold out kurta' })

    expect(await lowStock()).toEqual({
      total: 2,
      products: [
        { _id: none.id, name: 'Sold out kurta', thumbnail: null, stock: 0, options: {} },
        { _id: few.id, name: few.name, thumbnail: null, stock: 5, options: {} },
      ],
    })
  })
})
