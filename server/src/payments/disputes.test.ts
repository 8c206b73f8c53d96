import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { disputesOf } from './disputes-fixtures.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { orderOf, paymentsOf } = buyersOf(shop)
const { aDispute, caught, ring, work } = disputesOf(shop)

const isDisputed = async (order: string) => (await paymentsOf(order))[0]?.disputed

describe('a dispute', () => {
  it('B130 is listed with its order and its deadline, counted, and holds the order back', async () => {
    const { order, payment, dispute, admin } = await aDispute()

    expect(dispute).toMatchObject({
      order,
      payment,
      amount: 198,
      outcome: null,
      customer: { name: { firstName: 'Asha' } },
    })
    expect(await isDisputed(order)).toBe(true)
    const { data: stats } = await shop.get('/users/admin', admin)
    expect(stats['Open Disputes']).toBeGreaterThan(0)
    const ids = async (query: string) =>
      (await shop.get(`/disputes${query}`, admin)).data.map(({ _id }: { _id: string }) => _id)
    expect(await ids('?state=open')).toContain(dispute._id)
    expect(await ids('?state=closed')).not.toContain(dispute._id)
  })

  it('can be answered with the tracking number, as long as PayPal asks for an answer', async () => {
    const { dispute, admin } = await aDispute()
    const path = `/disputes/${dispute._id}`
    expect((await shop.get(path, admin)).data.actions).toContain('provide-evidence')

    const parcel = { carrier: 'India Post', trackingNumber: 'EE123456789IN', note: 'Delivered on Monday.' }
    const answered = await shop.post(`${path}/evidence`, parcel, admin)
    expect(answered).toMatchObject({ status: 200, data: { state: 'under_review', status: 'UNDER_REVIEW' } })
    expect(await shop.post(`${path}/evidence`, parcel, admin)).toMatchObject({ status: 409 })

    const { data: entries } = await shop.get(`/audit?keyword=dispute:${dispute._id}`, admin)
    expect(entries).toMatchObject([{ action: 'dispute.answered', after: { dispute: dispute.disputeId } }])
    expect(JSON.stringify(entries)).not.toMatch(/India Post|EE123456789IN|Monday/)
  })

  it('can be accepted: PayPal refunds the buyer, and the order is refunded', async () => {
    const { customer, order, dispute, admin } = await aDispute()

    const accepted = await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)

    expect(accepted).toMatchObject({ status: 200, data: { state: 'lost', status: 'RESOLVED', actions: [] } })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 19_800 }])
    expect(await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)).toMatchObject({ status: 409 })
  })

  it.each([
    ['the shop wins', 'RESOLVED_SELLER_FAVOUR'],
    ['PayPal pays the buyer out of its own pocket', 'RESOLVED_WITH_PAYOUT'],
  ] as const)('releases the order when %s', async (_, outcome) => {
    const { order, dispute, admin } = await aDispute()
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute.disputeId, outcome })
    for (const event of await caught('dispute resolved')) await ring(event)
    await work()

    expect(await isDisputed(order)).toBe(false)
    expect((await shop.get(`/disputes/${dispute._id}`, admin)).data).toMatchObject({ state: 'won', status: 'RESOLVED' })
  })

  it('of another gateway shows its stored state, and is neither retrieved nor answered at the connected one', async () => {
    const { dispute, admin } = await aDispute()
    await sql`update disputes set gateway = 'another' where id = ${dispute._id}`.execute(shop.db)

    const shown = await shop.get(`/disputes/${dispute._id}`, admin)
    const accepted = await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)

    expect(shown).toMatchObject({ status: 200, data: { actions: [], answers: [] } })
    expect(accepted).toMatchObject({ status: 409, message: expect.stringContaining('not connected to') })
    expect(await isDisputed(dispute.order)).toBe(true)
  })
})
