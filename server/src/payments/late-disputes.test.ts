import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { openWork } from '../operate/open-work.ts'
import { connect } from '../platform/database/database.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop({ LOG_LEVEL: 'fatal' })
const { anOpenOrder, aPaidOrder, paymentsOf, start } = buyersOf(shop)
const DISPUTES = 'GET */v1/customer/disputes/'
const opened: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  shop.sendEventsTo(`${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/api`)
})
afterEach(async () => {
  shop.emulator.clearFaults()
  for (const part of opened.splice(0).reverse()) await part.close()
})

/** The shop's workers, as a process of the shop runs them. */
async function startWork() {
  const connection = connect(shop.databaseUrl)
  const work = await openWork(connection, shop.gateways, shop.app)
  opened.push(connection, work)
  return work
}

/** The webhook has reached the shop when this resolves. */
async function openDispute(capture: string) {
  shop.emulator.trigger({ what: 'dispute-opened', id: capture })
  await shop.emulator.webhooksDelivered()
  const event = shop.db.selectFrom('webhook_events').select(['event_id', 'object_id']).where('kind', '=', 'dispute')
  return event.orderBy('received_at', 'desc').executeTakeFirstOrThrow()
}

/** Captured at the provider, unknown to the shop. */
async function anUnrecordedPayment() {
  const { customer, order } = await anOpenOrder()
  const { data } = await start(customer, order)
  await approve(data.approveUrl)
  shop.emulator.addFault({ kind: 'webhook-off', path: 'CAPTURE' })
  const { charge } = await shop.gateway.capture(data.orderId, 1)
  return { order, capture: charge?.id ?? '' }
}

const captureOf = async (order: string) => (await paymentsOf(order))[0]?.transaction_id ?? ''
const soon = <T>(check: () => Promise<T>, timeout: number) => vi.waitFor(check, { timeout, interval: 100 })
const disputesOf = async (order: string) => (await shop.get(`/disputes?keyword=${order}`, await shop.admin())).data
const isProcessed = async (event: string) => {
  const events = shop.db.selectFrom('webhook_events').select('processed_at').where('event_id', '=', event)
  return (await events.executeTakeFirstOrThrow()).processed_at !== null
}

describe('a dispute', () => {
  it('that PayPal does not know yet when it announces it is asked for again within seconds', async () => {
    const { order } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'error', status: 404, path: DISPUTES, count: 1 })
    const { event_id } = await openDispute(await captureOf(order))

    await startWork()

    await soon(async () => expect(await disputesOf(order)).toHaveLength(1), 20_000)
    await soon(async () => expect(await isProcessed(event_id)).toBe(true), 5000)
  }, 30_000)

  it('that PayPal never knows is asked for after growing pauses, and given up after an hour', async () => {
    const { order } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'error', status: 404, path: DISPUTES })
    const { event_id } = await openDispute(await captureOf(order))
    const age = (minutes: number) =>
      sql`update webhook_events set received_at = now() - make_interval(mins => ${minutes}) where event_id = ${event_id}`.execute(
        shop.db,
      )
    const pause = async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
        where data->>'event' = ${event_id} and state = 'created' and start_after > now()`.execute(shop.db)
      expect(rows).toHaveLength(1)
      return rows[0]?.seconds
    }
    const { pollNow } = await startWork()
    async function due() {
      await sql`update pgboss.job set start_after = now() where data->>'event' = ${event_id}`.execute(shop.db)
      pollNow()
    }

    expect(await soon(pause, 5000)).toBe(5)
    await age(20)
    await due()
    expect(await soon(pause, 5000)).toBeGreaterThan(1100)
    await age(61)
    await due()

    await soon(async () => expect(await isProcessed(event_id)).toBe(true), 5000)
  }, 30_000)

  it('whose payment is not recorded yet brings it, and is found by its order and holds it', async () => {
    const { order, capture } = await anUnrecordedPayment()
    await openDispute(capture)
    expect(await paymentsOf(order)).toEqual([])

    await startWork()

    await soon(async () => expect(await disputesOf(order)).toMatchObject([{ order }]), 10_000)
    expect(await paymentsOf(order)).toMatchObject([{ status: 'completed', disputed: true }])
  }, 30_000)

  it('that was won before its payment was recorded lifts the reversal that the payment still names', async () => {
    const { order, capture } = await anUnrecordedPayment()
    const { object_id } = await openDispute(capture)
    shop.emulator.trigger({ what: 'dispute-resolved', id: object_id, outcome: 'RESOLVED_SELLER_FAVOUR' })
    shop.emulator.trigger({ what: 'capture-reversed', id: capture })

    await startWork()

    await soon(async () => expect(await disputesOf(order)).toMatchObject([{ order, state: 'won' }]), 10_000)
    await soon(async () => expect(await paymentsOf(order)).toMatchObject([{ disputed: false }]), 5000)
  }, 30_000)

  it('is known while the provider is silent about another one', async () => {
    const [silent, other] = [await aPaidOrder(), await aPaidOrder()]
    const { object_id } = await openDispute(await captureOf(silent.order))
    await openDispute(await captureOf(other.order))
    shop.emulator.addFault({ kind: 'hang', path: `${DISPUTES}${object_id}` })

    await startWork()

    await soon(async () => expect(await disputesOf(other.order)).toHaveLength(1), 6000)
    expect(await disputesOf(silent.order)).toEqual([])
  }, 30_000)
})
