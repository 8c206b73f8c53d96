import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from './payments-fixtures.ts'
import { bellOf } from './webhooks-fixtures.ts'

const shop = startShop()
const { cancel, update } = shoppersOf(shop)
const { aPaidOrder, orderOf, paymentsOf, refundsOf } = buyersOf(shop)
const { caught, ring, work } = bellOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

async function deliverWebhooks() {
  for (const event of await caught()) await ring(event)
  while ((await work()) > 0);
}

/** A paid order of 198 dollars, of which the buyer contests five. */
async function aPartlyDisputedOrder() {
  const paid = await aPaidOrder()
  const [payment] = await paymentsOf(paid.order)
  shop.emulator.happen({ what: 'dispute-opened', id: payment?.transaction_id ?? '', amount: '5.00' })
  await deliverWebhooks()
  const [dispute] = (await shop.get(`/disputes?keyword=${paid.order}`, admin)).data

  async function resolveForBuyer() {
    shop.emulator.happen({ what: 'dispute-resolved', id: dispute.disputeId, outcome: 'RESOLVED_BUYER_FAVOUR' })
    await deliverWebhooks()
  }
  return { ...paid, resolveForBuyer }
}

describe('a dispute about a part of a payment, won by the buyer', () => {
  it('lets the order be sent once the part has gone back', async () => {
    const { order, resolveForBuyer } = await aPartlyDisputedOrder()
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 409 })

    await resolveForBuyer()

    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 500, disputed: false }])
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 200 })
  })

  it('lets the rest go back when the order is cancelled afterwards', async () => {
    const { customer, order, payment, resolveForBuyer } = await aPartlyDisputedOrder()
    await resolveForBuyer()

    await cancel(order, customer)
    await deliverWebhooks()

    expect(await refundsOf(payment)).toMatchObject([{ amount_cents: 500 }, { amount_cents: 19_300 }])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled', amountRefunded: 198 })
  })

  it('returns the rest of an order that was cancelled before', async () => {
    const { customer, order, payment, resolveForBuyer } = await aPartlyDisputedOrder()
    await cancel(order, customer)
    expect(await refundsOf(payment)).toEqual([])

    await resolveForBuyer()
    await deliverWebhooks()

    expect(await refundsOf(payment)).toMatchObject([{ amount_cents: 500 }, { amount_cents: 19_300 }])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled', amountRefunded: 198 })
  })
})
