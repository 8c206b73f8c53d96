import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'

describe('GET /users/admin', () => {
  const shop = startShop()
  const buyers = buyersOf(shop)

  it('T271 T353 B116 answers zeros for a new shop', async () => {
    const answer = await shop.get('/users/admin', await shop.admin())

    expect(answer).toMatchObject({ status: 200, success: true })
    expect(answer.data).toEqual({ 'New Orders': 0, Customers: 0, 'Total Sales': '$0.00', 'Open Disputes': 0 })
  })

  it('counts paid orders to be sent, and the revenue without refunds', async () => {
    const paid = await buyers.anOpenOrder()
    const refunded = await buyers.anOpenOrder()
    const halved = await buyers.anOpenOrder()
    await buyers.anOpenOrder()
    for (const { customer, order } of [paid, refunded, halved]) await buyers.pay(customer, order)
    const [whole, half] = [(await buyers.paymentsOf(refunded.order))[0], (await buyers.paymentsOf(halved.order))[0]]
    await shop.post(`/payments/${whole?.id}/refunds`, {}, await shop.admin())
    await shop.post(`/payments/${half?.id}/refunds`, { amount: 98 }, await shop.admin())

    const { data } = await shop.get('/users/admin', await shop.admin())

    expect(data).toEqual({ 'New Orders': 2, Customers: 4, 'Total Sales': '$298.00', 'Open Disputes': 0 })
  })

  it('does not count money taken back by a chargeback', async () => {
    const before = (await shop.get('/users/admin', await shop.admin())).data['Total Sales']
    const { payment } = await buyers.aPaidOrder()
    await shop.db
      .updateTable('payments')
      .set({ disputed: true, reversed_at: new Date() })
      .where('id', '=', payment)
      .execute()

    const { data } = await shop.get('/users/admin', await shop.admin())
    const { data: report } = await shop.get('/dashboard/report?days=7', await shop.admin())

    expect(data['Total Sales']).toBe(before)
    expect(`$${report.sales.at(-1).total.toFixed(2)}`).toBe(before)
  })
})
