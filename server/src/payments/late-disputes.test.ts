import { afterEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from './payments-fixtures.ts'
import { runPaymentRound } from './run-payment-round.ts'
import { bellOf } from './webhooks-fixtures.ts'

const shop = startShop({ LOG_LEVEL: 'fatal' })
const { anApprovedOrder, aPaidOrder, paymentsOf } = buyersOf(shop)
const { caught, ring, work } = bellOf(shop)

afterEach(() => shop.emulator.clearFaults())

/** The webhook has reached the shop when this resolves. */
async function openDispute(capture: string) {
  shop.emulator.trigger({ what: 'dispute-opened', id: capture })
  for (const event of await caught('dispute created')) await ring(event)
  const event = shop.db.selectFrom('webhook_events').select(['event_id', 'object_id']).where('kind', '=', 'dispute')
  return event.orderBy('received_at', 'desc').executeTakeFirstOrThrow()
}

/** Captured at the provider, unknown to the shop. */
async function anUnrecordedPayment() {
  const { order, session } = await anApprovedOrder()
  const { charge } = await shop.gateway.capture(session, 1)
  await caught()
  return { order, capture: charge?.id ?? '' }
}

const disputesOf = async (order: string) => (await shop.get(`/disputes?keyword=${order}`, await shop.admin())).data

async function isProcessed(event: string) {
  const events = shop.db.selectFrom('webhook_events').select('processed_at').where('event_id', '=', event)
  return (await events.executeTakeFirstOrThrow()).processed_at !== null
}

it('a refund that PayPal does not know yet when it announces it is asked for again', async () => {
  const { order } = await aPaidOrder()
  const [payment] = await paymentsOf(order)
  shop.emulator.addFault({ kind: 'error', status: 404, path: 'GET */v2/payments/refunds/', count: 1 })
  shop.emulator.trigger({ what: 'capture-refunded', id: payment?.transaction_id ?? '' })
  for (const event of await caught('refunded')) await ring(event)

  await work()
  expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 0 }])
  await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

  expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 19_800 }])
})

describe('a dispute', () => {
  async function anUnknownDispute(given: { count?: number } = {}) {
    const { order } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'error', status: 404, path: 'GET */v1/customer/disputes/', ...given })
    const { event_id } = await openDispute((await paymentsOf(order))[0]?.transaction_id ?? '')
    return { order, event_id }
  }

  it('that PayPal does not know yet when it announces it is asked for again', async () => {
    const { order, event_id } = await anUnknownDispute({ count: 1 })

    await work()
    expect(await isProcessed(event_id)).toBe(false)
    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    expect(await disputesOf(order)).toHaveLength(1)
    expect(await isProcessed(event_id)).toBe(true)
  })

  it('whose payment is not recorded yet brings it, and is found by its order and holds it', async () => {
    const { order, capture } = await anUnrecordedPayment()
    await openDispute(capture)

    await work()

    expect(await disputesOf(order)).toMatchObject([{ order }])
    expect(await paymentsOf(order)).toMatchObject([{ status: 'completed', disputed: true }])
  })
})
