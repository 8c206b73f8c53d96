import type { PaymentGatewayName } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import type { PaymentGateway } from '../gateways/gateway.ts'
import { insertRefund } from '../payment-records/refunds.repository.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { refundOrder, refundPayment } from '../refunds/refunds.service.ts'
import { submitRefund } from '../refunds/submit-refunds.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder, aPaidOrder, orderOf, pay, refundsOf, start } = buyersOf(shop)

/** A second provider; `asked` holds the calls that reached it. */
function anotherGateway() {
  const asked: string[] = []
  const name: string = 'stripe'
  const ask = (what: string) => async () => {
    asked.push(what)
    return undefined
  }
  const gateway: PaymentGateway = {
    ...shop.gateway,
    name: name as PaymentGatewayName,
    look: ask('look'),
    lookRefund: ask('lookRefund'),
    refund: (...given) => {
      asked.push('refund')
      return shop.gateway.refund(...given)
    },
  }
  return { asked, gateway }
}

const aQueuedRefund = (payment: string) =>
  shop.db.transaction().execute(db => insertRefund(db, { paymentId: payment, amountCents: 19_800 }))

const past = new Date('2020-01-01')

describe('B39 work of one payment gateway', () => {
  it('is skipped by the reconciler of another', async () => {
    const open = await anOpenOrder()
    await start(open.customer, open.order)
    const pending = await anOpenOrder()
    await pay(pending.customer, pending.order, 'echeck')
    const { payment } = await aPaidOrder()
    await aQueuedRefund(payment)
    await shop.db.updateTable('payment_attempts').set({ next_look_at: past }).execute()
    await shop.db.updateTable('payments').set({ next_look_at: past }).execute()
    await shop.db.updateTable('refunds').set({ next_try_at: past }).execute()
    const { asked, gateway } = anotherGateway()

    await reconcile(shop.db, gateway, { warn: () => {} })

    expect(asked).toEqual([])
    const attempts = shop.db.selectFrom('payment_attempts').select('next_look_at').where('order_id', '=', open.order)
    expect((await attempts.executeTakeFirstOrThrow()).next_look_at).toEqual(past)
    const payments = shop.db.selectFrom('payments').select('next_look_at').where('order_id', '=', pending.order)
    expect((await payments.executeTakeFirstOrThrow()).next_look_at).toEqual(past)
    expect(await refundsOf(payment)).toMatchObject([{ state: 'queued', next_try_at: past }])
  })

  it('waits when a job hands its refund to another, and is done by its own', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const { id } = await aQueuedRefund(payment)
    const { asked, gateway } = anotherGateway()

    await submitRefund(shop.db, gateway, id)

    expect(asked).toEqual([])
    expect(await refundsOf(payment)).toMatchObject([{ state: 'queued' }])
    await submitRefund(shop.db, shop.gateway, id)
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
  })

  it('is refused to staff of a shop that is connected to another', async () => {
    const { order, payment } = await aPaidOrder()
    const { id: actorId } = await shop.admin()
    const { gateway } = anotherGateway()
    const refusal = { code: 'conflict', message: 'This shop is not connected to paypal, which took this payment.' }

    await expect(refundOrder(shop.db, gateway, order, actorId)).rejects.toMatchObject(refusal)
    await expect(refundPayment(shop.db, gateway, { paymentId: payment, actorId })).rejects.toMatchObject(refusal)

    expect(await refundsOf(payment)).toEqual([])
  })
})
