import { CURRENCY } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { idAt, newId } from '../platform/database/ids.ts'

const shop = startShop()
const { aPaidOrder } = buyersOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

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

const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)

describe('a list of orders', () => {
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
    expect(await flags()).toEqual(['test', 'disputed'])
    await shop.db.updateTable('payments').set({ disputed: false }).where('id', '=', payment).execute()
    await shop.post(`/payments/${payment}/refunds`, {}, admin)
    expect(await flags()).toEqual(['test'])
  })

  it('flags what must not be sent, as its whole payment is being refunded', async () => {
    const { order, payment } = await aPaidOrder()
    const flags = async () => (await shop.get(`/orders?keyword=${order}`, admin)).data[0].flags
    await shop.post(`/payments/${payment}/refunds`, { amount: 50 }, admin)
    expect(await flags()).toEqual(['test'])

    shop.emulator.addFault({ kind: 'refund', status: 'PENDING', count: 1 })
    await shop.post(`/payments/${payment}/refunds`, {}, admin)
    expect(await flags()).toEqual(['test', 'returning'])
  })
})

describe('an order as staff see it', () => {
  it('T369 shows every payment and attempt, and the author and amount of refunds', async () => {
    const { order, payment } = await aPaidOrder()
    await shop.post(`/payments/${payment}/refunds`, { amount: 50 }, admin)

    const { payments } = (await shop.get(`/orders/${order}`, admin)).data

    expect(payments).toMatchObject([
      {
        ...{ _id: payment, status: 'completed', mode: 'test', amount: 198, refundedAmount: 50, problem: null },
        refunds: [{ amount: 50, state: 'completed', origin: 'staff', by: { _id: admin.id } }],
      },
    ])
  })
})
