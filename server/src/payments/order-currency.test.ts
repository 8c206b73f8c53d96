import { paymentProblems } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from './payments-fixtures.ts'
import { refundPayment } from './refunds.service.ts'

const shop = startShop()
const { anOpenOrder, pay, paymentsOf, refundsOf, report, start } = buyersOf(shop)

const setCurrency = (order: string) =>
  shop.db.updateTable('orders').set({ currency: 'EUR' }).where('id', '=', order).execute()

/** An order keeps the shop's currency from the time when it was placed. */
describe('the currency of an order', () => {
  it('is that of its payment, of what the provider captures, and of its refunds', async () => {
    const { customer, order } = await anOpenOrder()
    await setCurrency(order)

    const { data, orderId } = await pay(customer, order)
    const { id: actorId } = await shop.admin()
    await refundPayment(shop.db, shop.gateways, { paymentId: data._id, amountCents: 4_800, actorId })

    expect(await shop.gateway.retrieve(orderId)).toMatchObject({
      charge: { amount: { cents: 19_800, currency: 'EUR' } },
      refunds: [{ amount: { cents: 4_800, currency: 'EUR' } }],
    })
    const payment = shop.db.selectFrom('payments').select(['status', 'currency']).where('id', '=', data._id)
    expect(await payment.execute()).toEqual([{ status: 'completed', currency: 'EUR' }])
    expect(await refundsOf(data._id)).toMatchObject([{ state: 'completed', currency: 'EUR' }])
    expect((await shop.get(`/orders/current-user/${order}`, customer)).data).toMatchObject({ currency: 'EUR' })
  })

  it('is another than that of a session, which is then not captured', async () => {
    const { customer, order } = await anOpenOrder()
    const { data: session } = await start(customer, order)
    await approve(session.approveUrl)
    await setCurrency(order)

    const answer = await report(customer, order, session.orderId)

    expect(answer).toMatchObject({ status: 400, code: 'amount_mismatch' })
    expect(await paymentsOf(order)).toMatchObject([{ status: 'failed', problem: paymentProblems.changedAmount }])
    expect((await shop.get(`/orders/current-user/${order}`, customer)).data).toMatchObject({ status: 'pending' })
  })
})
