import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder, anOrder, aPaidOrder, orderOf, refundsOf, setStatus } = buyersOf(shop)

const refund = async (payment: string, amount: number) =>
  shop.post(`/payments/${payment}/refunds`, { amount }, await shop.admin())

describe('the amounts of an order for its customer', () => {
  it('list each refund with its date, and sum those that have arrived', async () => {
    const { customer, order, payment } = await aPaidOrder()
    await refund(payment, 50)
    await refund(payment, 20.5)
    const [, second] = await refundsOf(payment)
    await sql`update refunds set state = 'pending', completed_at = null where id = ${second?.id}`.execute(shop.db)
    await sql`update payments set refunded_cents = 5000 where id = ${payment}`.execute(shop.db)

    const shown = await orderOf(customer, order)

    expect(shown).toMatchObject({ status: 'processing', amountPaid: 198, amountRefunded: 50 })
    expect(shown.refunds).toMatchObject([
      { amount: 50, state: 'completed', completedAt: expect.any(String) },
      { _id: second?.id, amount: 20.5, state: 'pending', completedAt: null },
    ])
    expect(shown.history.map(({ status }: { status: string }) => status)).toEqual(['pending', 'processing'])
  })
})

describe('GET /orders/current-user/unpaid', () => {
  const unpaid = async (customer?: Person) => shop.get('/orders/current-user/unpaid', customer)

  it('lists unpaid orders, newest first, to their customer alone', async () => {
    const { customer, order } = await anOpenOrder()
    const second = await anOrder(customer)

    expect(await unpaid(customer)).toMatchObject({
      status: 200,
      data: [
        { _id: second, totalAmount: 198 },
        { _id: order, totalAmount: 198, currency: 'USD', expiresAt: expect.any(String) },
      ],
    })
    expect(await unpaid(await shop.customer())).toMatchObject({ status: 200, data: [] })
    expect(await unpaid()).toMatchObject({ status: 401 })
  })

  it('leaves out paid, cancelled and expired ones', async () => {
    const { customer } = await aPaidOrder()
    await setStatus(await anOrder(customer), 'cancelled')
    const expired = await anOrder(customer)
    await sql`update orders set expires_at = now() - interval '1 second' where id = ${expired}`.execute(shop.db)

    expect(await unpaid(customer)).toMatchObject({ data: [] })
  })
})
