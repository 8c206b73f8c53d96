import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { reconcilePayment } from './capture-payment.ts'
import { GatewayError, gatewaysOf, type PaymentGateway } from './gateways/gateway.ts'
import { buyersOf } from './payments-fixtures.ts'
import { refreshDispute, refreshDisputes } from './refresh-disputes.ts'
import { receiveEvent, runPaymentRound } from './run-payment-round.ts'

const shop = startShop()
const { anApprovedOrder, anOpenOrder, aPaidOrder, historyOf, orderOf, pay, paymentsOf, refundsOf, setStatus } =
  buyersOf(shop)

const received: object[] = []
const round = (gateway: PaymentGateway = shop.gateway) =>
  runPaymentRound(shop.db, gatewaysOf(gateway), { warn: details => void received.push(details) })

/** Makes all deferred work due. */
async function timePasses() {
  await shop.db.updateTable('payment_attempts').set({ next_check_at: new Date() }).execute()
  await shop.db.updateTable('payments').set({ next_check_at: new Date() }).execute()
  await shop.db.updateTable('refunds').set({ next_try_at: new Date() }).execute()
}

describe('the reconciler', () => {
  it('updates a pending payment whose event was lost', async () => {
    const { customer, order } = await anOpenOrder()
    await pay(customer, order, 'echeck')
    shop.emulator.trigger({ what: 'capture-completed', id: (await paymentsOf(order))[0]?.transaction_id ?? '' })

    await timePasses()
    await round()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
  })

  it('submits due refunds, and goes on when one of many fails', async () => {
    const { order, session } = await anApprovedOrder()
    const taken = await shop.gateway.capture(session, 1)
    await setStatus(order, 'cancelled')
    const { payment } = await reconcilePayment(shop.db, shop.gateway, taken)
    const other = await anApprovedOrder()
    const stubborn: PaymentGateway = {
      ...shop.gateway,
      retrieve: id =>
        id === other.session ? Promise.reject(new GatewayError('ambiguous')) : shop.gateway.retrieve(id),
    }

    await timePasses()
    await Promise.all([round(stubborn), round(stubborn)])

    expect(received).toMatchObject([{ err: { kind: 'ambiguous' } }])
    expect(await refundsOf(payment.id)).toMatchObject([{ state: 'completed', origin: 'automatic' }])
    expect(await orderOf(other.customer, other.order)).toMatchObject({ status: 'pending' })
    await timePasses()
    await round()
    expect(await orderOf(other.customer, other.order)).toMatchObject({ status: 'processing' })
  })

  it('processes events whose job was given up in its next round, and leaves others to their job', async () => {
    const [given, queued] = [await anApprovedOrder(), await anApprovedOrder()]
    for (const { session } of [given, queued]) {
      const event = { id: `WH-${session}`, kind: 'session', type: 'changed', objectId: session } as const
      await receiveEvent(shop.db, shop.gateway, event)
    }
    const givenUp = `WH-${given.session}`
    await sql`update pgboss.job set state = 'failed' where data->>'event' = ${givenUp}`.execute(shop.db)

    await round()

    expect(await historyOf(given.order)).toEqual(['pending', 'processing'])
    expect(await historyOf(queued.order)).toEqual(['pending'])
    const processed = shop.db.selectFrom('webhook_events').select('event_id').where('processed_at', 'is not', null)
    expect(await processed.execute()).toEqual([{ event_id: givenUp }])
  })
})

describe('a completed payment whose events are lost', () => {
  const happen = async (order: string, what: 'capture-refunded' | 'capture-reversed', amount?: string) =>
    shop.emulator.trigger({ what, id: (await paymentsOf(order))[0]?.transaction_id ?? '', ...(amount && { amount }) })
  const paymentOf = (order: string) =>
    shop.db.selectFrom('payments').selectAll().where('order_id', '=', order).executeTakeFirstOrThrow()
  const DAY = 24 * 3600 * 1000

  /** Moves a payment this many days into the past, with the checks that it should have had. */
  async function daysPass(order: string, days: number) {
    const created_at = new Date(Date.now() - days * DAY)
    await sql`update payments set created_at = ${created_at}, next_check_at = now() where order_id = ${order}`.execute(
      shop.db,
    )
  }

  it('is checked again after a day, and then whenever it is three times as old', async () => {
    const { order } = await aPaidOrder()
    const daysUntilCheck = async () => ((await paymentOf(order)).next_check_at.getTime() - Date.now()) / DAY
    const first = await daysUntilCheck()

    await daysPass(order, 1)
    await round()
    const second = await daysUntilCheck()
    await daysPass(order, 9)
    await round()

    expect([first, second, await daysUntilCheck()].map(Math.round)).toEqual([1, 2, 18])
  })

  it('that was refunded at the provider in full refunds its order, once', async () => {
    const { customer, order, payment } = await aPaidOrder()
    await happen(order, 'capture-refunded')

    await daysPass(order, 1)
    await Promise.all([round(), round()])
    await daysPass(order, 3)
    await round()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    expect(await refundsOf(payment)).toMatchObject([{ origin: 'provider', state: 'completed', amount_cents: 19_800 }])
    expect(await historyOf(order)).toEqual(['pending', 'processing', 'refunded'])
  })

  it('holds its order after a chargeback', async () => {
    const { order } = await aPaidOrder()
    await happen(order, 'capture-reversed')

    await daysPass(order, 1)
    await round()

    expect(await paymentOf(order)).toMatchObject({ disputed: true, reversed_at: expect.any(Date), refunded_cents: 0 })
    const sent = { body: { status: 'shipped' }, as: await shop.admin() }
    expect(await shop.call('PATCH', `/orders/${order}/update`, sent)).toMatchObject({ status: 409 })
  })

  it('is left to its disputes once there is one, as the provider still reports the chargeback after the shop won', async () => {
    const { order } = await aPaidOrder()
    await happen(order, 'capture-reversed')
    const { id, transaction_id } = await paymentOf(order)
    shop.emulator.trigger({ what: 'dispute-opened', id: transaction_id })
    await refreshDisputes(shop.db, shop.gateway)
    const { provider_dispute_id } = await shop.db
      .selectFrom('disputes')
      .select('provider_dispute_id')
      .where('payment_id', '=', id)
      .executeTakeFirstOrThrow()
    shop.emulator.trigger({ what: 'dispute-resolved', id: provider_dispute_id, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await refreshDispute(shop.db, shop.gateway, provider_dispute_id)

    await daysPass(order, 1)
    await round()

    expect(await paymentOf(order)).toMatchObject({ disputed: false, reversed_at: null })
  })
})
