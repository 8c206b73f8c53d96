import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { GatewayError, type PaymentGateway } from '../gateways/gateway.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { reconcilePayment } from '../payments/reconcile-payment.ts'
import { reconcile } from './reconcile.ts'

const shop = startShop()
const { anOpenOrder, historyOf, orderOf, pay, paymentsOf, refundsOf, report, setStatus, start } = buyersOf(shop)

const received: object[] = []
const round = (gateway: PaymentGateway = shop.gateway) =>
  reconcile(shop.db, gateway, { warn: details => void received.push(details) })

/** As if everything had waited long enough. */
async function timePasses() {
  await shop.db.updateTable('payment_attempts').set({ next_look_at: new Date() }).execute()
  await shop.db.updateTable('payments').set({ next_look_at: new Date() }).execute()
  await shop.db.updateTable('refunds').set({ next_try_at: new Date() }).execute()
}

async function anApprovedOrder() {
  const buyer = await anOpenOrder()
  const { data } = await start(buyer.customer, buyer.order)
  await approve(data.approveUrl)
  return { ...buyer, session: data.orderId as string }
}

const attemptOf = async (order: string) =>
  (await shop.db.selectFrom('payment_attempts').selectAll().where('order_id', '=', order).executeTakeFirstOrThrow())
    .state

describe('the reconciler', () => {
  it('S4b records what was taken when the shop died before it could write it down', async () => {
    const { customer, order, session } = await anApprovedOrder()
    await shop.gateway.take(session, 1)

    await round()
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending' })
    await timePasses()
    await Promise.all([round(), round()])

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
  })

  it('takes the money of what was approved and never reported', async () => {
    const { customer, order } = await anApprovedOrder()

    await timePasses()
    await round()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing' })
    expect(await attemptOf(order)).toBe('closed')
  })

  it('goes on until nothing is left, however much has gathered', async () => {
    const approved = []
    while (approved.length < 30) approved.push(await anApprovedOrder())

    await timePasses()
    await round()

    const states = await Promise.all(approved.map(({ order }) => attemptOf(order)))
    expect(states.filter(state => state !== 'closed')).toEqual([])
  })

  it('S5 lets go of what was approved for an order that was cancelled meanwhile, and takes nothing', async () => {
    const { order, session } = await anApprovedOrder()
    await setStatus(order, 'cancelled')

    await timePasses()
    await round()

    expect(await paymentsOf(order)).toEqual([])
    expect(await attemptOf(order)).toBe('closed')
    expect(await shop.gateway.look(session)).toMatchObject({ state: 'approved' })
  })

  it('leaves alone what the buyer has not approved yet', async () => {
    const { customer, order } = await anOpenOrder()
    await start(customer, order)

    await timePasses()
    await round()

    expect(await attemptOf(order)).toBe('open')
  })

  it('learns what became of a pending payment whose event was lost', async () => {
    const { customer, order } = await anOpenOrder()
    await pay(customer, order, 'echeck')
    shop.emulator.happen({ what: 'capture-completed', id: (await paymentsOf(order))[0]?.transaction_id ?? '' })

    await timePasses()
    await round()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
  })

  it('gives back what is owed, and goes on when one of many fails', async () => {
    const { order, session } = await anApprovedOrder()
    const taken = await shop.gateway.take(session, 1)
    await setStatus(order, 'cancelled')
    const { payment } = await reconcilePayment(shop.db, shop.gateway, taken)
    const other = await anApprovedOrder()
    const stubborn: PaymentGateway = {
      ...shop.gateway,
      look: id => (id === other.session ? Promise.reject(new GatewayError('ambiguous')) : shop.gateway.look(id)),
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

  it('looks into events whose job was given up', async () => {
    const { order, session } = await anApprovedOrder()
    await shop.db
      .insertInto('webhook_events')
      .values({ gateway: 'paypal', event_id: 'WH-LOST', kind: 'session', event_type: 'X', object_id: session })
      .execute()
    await sql`update webhook_events set received_at = now() - interval '1 hour'`.execute(shop.db)

    await round()

    expect(await historyOf(order)).toEqual(['pending', 'processing'])
    const event = await shop.db.selectFrom('webhook_events').select('processed_at').executeTakeFirst()
    expect(event?.processed_at).toBeInstanceOf(Date)
  })

  it('S2 T406 pays once for six clients, two reconcilers and three events at the same moment', async () => {
    const { customer, order, session } = await anApprovedOrder()
    await timePasses()

    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => report(customer, order, session)),
      ...Array.from({ length: 2 }, () => round()),
      ...Array.from({ length: 3 }, async () => {
        const snapshot = await shop.gateway.look(session)
        if (snapshot) await reconcilePayment(shop.db, shop.gateway, snapshot)
      }),
    ])

    for (const answer of answers.slice(0, 6)) expect(answer).toMatchObject({ data: { status: 'completed' } })
    expect(await paymentsOf(order)).toMatchObject([{ status: 'completed' }])
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
  })
})
