import { CURRENCY, orderStatuses } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { updateRefundDue } from '../orders/move-order.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { idAt, newId } from '../platform/database/ids.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)
const { aPaidOrder, pay } = buyersOf(shop)

const admin = shop.anAdmin()
let product: string
beforeAll(async () => {
  product = (await shop.product({ stock: 1000 })).id
})

const order = async (customer: Person, address: Parameters<typeof shop.anAddress>[0] = {}) =>
  (await buy(customer, [{ product, quantity: 1 }], { shippingAddress: shop.anAddress(address) })).data

const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
const find = async (keyword: string) => idsOf(await shop.get(`/orders?keyword=${encodeURIComponent(keyword)}`, admin))

describe('GET /orders', () => {
  it('T367 B25 lists all customers’ orders newest first, in pages, with what the table shows', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const first = await order(asha)
    const second = await order(ravi, { name: { firstName: 'Ravi', lastName: 'Iyer' }, phoneNumber: '9000000001' })

    const all = await shop.get('/orders?size=1000', admin)
    const page = await shop.get('/orders?size=1&page=2', admin)

    expect(idsOf(all).slice(0, 2)).toEqual([second._id, first._id])
    expect(all.data[0]).toMatchObject({
      user: ravi.id,
      status: 'pending',
      totalAmount: 198,
      payment: null,
      shippingAddress: { name: { firstName: 'Ravi', lastName: 'Iyer' }, phoneNumber: '9000000001' },
      products: [{ product, quantity: 1 }],
    })
    expect(idsOf(page)).toEqual([first._id])
    expect(page.meta).toMatchObject({ page: 2, size: 1, total: all.meta.total })
    expect((await shop.get('/orders?size=5000', admin)).meta.size).toBe(1000)
    expect((await shop.get('/orders', admin)).meta.size).toBe(8)
  })

  it('finds orders by product names and by pin code, from the first letters on', async () => {
    const [scarf, boot] = [await shop.product({ name: 'Vellum scarf' }), await shop.product({ name: 'Quarry boot' })]
    const lines = [scarf, boot].map(({ id }) => ({ product: id, quantity: 1 }))
    const shippingAddress = shop.anAddress({ name: { firstName: 'Parvez', lastName: 'Irani' }, pinCode: '781001' })
    const { _id } = (await buy(await shop.customer(), lines, { shippingAddress })).data
    await shop.db.updateTable('products').set({ name: 'Renamed' }).where('id', '=', scarf.id).execute()

    for (const keyword of ['vel', 'VELLUM', 'quarry boot', 'boot vellum', '7810', '781001', 'parvez quarry 781001']) {
      expect([keyword, await find(keyword)]).toEqual([keyword, [_id]])
    }
    for (const keyword of ['vellum zubin', '781002', 'renamed']) {
      expect([keyword, await find(keyword)]).toEqual([keyword, []])
    }
  })

  it('T367 B93 finds orders by id, shipping name, phone and e-mail, every word of it, literally', async () => {
    const customer = await shop.customer({ email: `zed${newId()}@bazaar.example` })
    const { email } = (await shop.get('/users/current-user', customer)).data
    const address = { name: { firstName: 'Zubin', lastName: 'Mistry' }, phoneNumber: '9123498765' }
    const { _id } = await order(customer, address)

    const phones = ['91234987', '+91 91234 98765', '+919123498765']
    for (const keyword of [_id, _id.toUpperCase(), 'zubin MISTRY', ...phones, email, 'mistry bazaar 98765']) {
      expect([keyword, await find(keyword)]).toEqual([keyword, [_id]])
    }
    for (const keyword of ['zubin rao', 'zub%try', '(', '.*', '\\']) {
      expect([keyword, await find(keyword)]).toEqual([keyword, []])
    }
  })
})

describe('GET /orders/status/:status', () => {
  it('T368 lists one status alone, and knows all six', async () => {
    const name = { firstName: 'Shirin', lastName: 'Daruwala' }
    const customer = await shop.customer()
    const byStatus = new Map<string, string>()
    for (const status of orderStatuses) {
      const { _id } = await order(customer, { name })
      await shop.db.updateTable('orders').set({ status }).where('id', '=', _id).execute()
      byStatus.set(status, _id)
    }

    for (const [status, id] of byStatus) {
      const all = await shop.get(`/orders/status/${status}/?size=1000`, admin)
      const found = await shop.get(`/orders/status/${status}?keyword=daruwala`, admin)

      expect(new Set(all.data.map((order: { status: string }) => order.status))).toEqual(new Set([status]))
      expect(idsOf(all)).toContain(id)
      expect(idsOf(found)).toEqual([id])
      expect(found.meta).toMatchObject({ pageCount: 1, total: 1 })
    }
    expect(await shop.get('/orders/status/lost', admin)).toMatchObject({
      status: 400,
      message: expect.stringContaining('This must be one of the following: pending'),
    })
  })
})

describe('GET /orders/:id', () => {
  it('T369 shows an admin the customer, the payments and who changed the status', async () => {
    const customer = await shop.customer({ first_name: 'Meera' })
    const { _id } = await order(customer)
    const { data: payment } = await pay(customer, _id)
    await shop.post(`/payments/${payment._id}/refunds`, { amount: 50 }, admin)

    const { status, data } = await shop.get(`/orders/${_id}`, admin)

    const by = { _id: customer.id, name: { firstName: 'Meera', lastName: 'Rao' } }
    expect(status).toBe(200)
    expect(data).toMatchObject({
      ...{ _id, status: 'processing', totalAmount: 198, customer: { ...by, email: expect.stringContaining('@') } },
      payment: { status: 'completed', paymentGateway: 'paypal', amount: 198 },
      products: [{ product: { _id: product }, quantity: 1 }],
      shippingAddress: shop.anAddress(),
    })
    expect(data.payments).toMatchObject([
      {
        ...{ _id: payment._id, status: 'completed', mode: 'test', amount: 198, refundedAmount: 50, problem: null },
        refunds: [{ amount: 50, state: 'completed', origin: 'staff', by: { _id: admin.id } }],
      },
    ])
    expect(data.history).toEqual([
      { status: 'pending', at: expect.any(String), by },
      { status: 'processing', at: expect.any(String), by: null },
    ])
  })

  it('T369 B29 shows its customer the order alone; to others it does not exist', async () => {
    const customer = await shop.customer()
    const placed = await order(customer)
    const [stranger, manager] = [await shop.customer(), await shop.signIn((await shop.user({ role: 'manager' })).id)]

    expect((await shop.get(`/orders/${placed._id}`, customer)).data).toEqual(placed)
    for (const [id, visitor] of [
      [placed._id, stranger],
      [placed._id, manager],
      [newId(), stranger],
      [newId(), admin],
    ]) {
      expect(await shop.get(`/orders/${id}`, visitor)).toMatchObject({ status: 404, message: 'Order not found.' })
    }
    expect(await shop.get(`/orders/${placed._id}`)).toMatchObject({ status: 401 })
  })
})

describe('a list of orders', () => {
  /** Orders of one shopper, found by their name; totals in dollars, and when they were placed. */
  async function ordersOf(...orders: { total: number; at: string; status?: 'pending' | 'delivered' }[]) {
    const keyword = newId()
    const { id: user_id } = await shop.user({ email: `${keyword}@example.com` })
    const ids: string[] = []
    for (const { total, at, status = 'pending' } of orders) {
      const id = idAt(new Date(at))
      const cents = { sub_total_cents: total * 100, saved_cents: 0, shipping_cents: 0, tax_cents: 0 }
      const rest = { shipping_address: JSON.stringify(shop.anAddress()), currency: CURRENCY.code }
      await shop.db
        .insertInto('orders')
        .values({ id, user_id, status, ...cents, total_cents: total * 100, ...rest, created_at: new Date(at) })
        .execute()
      ids.push(id)
    }
    return { ids, keyword }
  }

  it('is filtered by whole days of the shop’s calendar, which begin at its own midnight', async () => {
    const { ids, keyword } = await ordersOf(
      { total: 1, at: '2025-03-09T18:29:59.999Z' },
      { total: 2, at: '2025-03-09T18:30:00Z' },
      { total: 3, at: '2025-03-11T18:29:59.999Z' },
      { total: 4, at: '2025-03-11T18:30:00Z' },
    )
    const found = async (days: string) => idsOf(await shop.get(`/orders?keyword=${keyword}&${days}`, admin)).reverse()

    expect(await found('from=2025-03-10&to=2025-03-11')).toEqual(ids.slice(1, 3))
    expect(await found('from=2025-03-10')).toEqual(ids.slice(1))
    expect(await found('to=2025-03-09')).toEqual(ids.slice(0, 1))
    expect(await found('from=2025-03-12&to=2025-03-11')).toEqual([])
    expect(idsOf(await shop.get('/orders?from=2025-03-10&to=2025-03-11', admin)).reverse()).toEqual(ids.slice(1, 3))
    for (const nonsense of ['from=yesterday', 'to=2025-02-30', 'from=0000-01-01', 'from=0001-01-01&to=9999-12-31']) {
      expect([nonsense, await found(nonsense)]).toEqual([nonsense, ids])
    }
  })

  it('is sorted as requested, page by page, and newest first for an unknown order', async () => {
    const day = (n: number) => `2025-01-0${n}T10:00:00Z`
    const { ids, keyword } = await ordersOf(
      { total: 30, at: day(1) },
      { total: 10, at: day(2), status: 'delivered' },
      { total: 30, at: day(3), status: 'delivered' },
      { total: 20, at: day(4) },
    )
    const found = async (sort: string, list = '/orders') => {
      const pages = [1, 2].map(page => shop.get(`${list}?keyword=${keyword}&size=2&page=${page}&sort=${sort}`, admin))
      return (await Promise.all(pages)).flatMap(idsOf).map(id => ids.indexOf(id))
    }

    expect(await found('-created')).toEqual([3, 2, 1, 0])
    expect(await found('created')).toEqual([0, 1, 2, 3])
    expect(await found('-total')).toEqual([2, 0, 3, 1])
    expect(await found('total')).toEqual([1, 3, 0, 2])
    expect(await found('status')).toEqual([2, 1, 3, 0])
    expect(await found('-status')).toEqual([0, 3, 1, 2])
    expect(await found('nonsense')).toEqual([3, 2, 1, 0])
    expect(await found('total', '/orders/status/delivered')).toEqual([1, 2])
  })

  it('B19 flags test payments, disputes and refunds due', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const flags = async () => (await shop.get(`/orders?keyword=${order}`, admin)).data[0].flags

    expect(await flags()).toEqual(['test'])
    shop.emulator.addFault({ kind: 'refund', status: 'FAILED', count: 1 })
    await shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })
    expect(await flags()).toEqual(['test', 'owed'])
    await shop.db.updateTable('payments').set({ disputed: true }).where('id', '=', payment).execute()
    await updateRefundDue(shop.db, order)
    expect(await flags()).toEqual(['test', 'disputed'])
    await shop.db.updateTable('payments').set({ disputed: false }).where('id', '=', payment).execute()
    await updateRefundDue(shop.db, order)
    await shop.post(`/payments/${payment}/refunds`, {}, admin)
    expect(await flags()).toEqual(['test'])
  })
})
