import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { findInvoice, invoiceDocument } from '../orders/invoices/invoice-document.ts'
import { findOrder } from '../orders/read-orders.ts'
import { buyersOf } from './payments-fixtures.ts'
import { refreshDisputes } from './refresh-disputes.ts'

const shop = startShop()
const { aPaidOrder, orderOf, paymentsOf, refundsOf } = buyersOf(shop, 'stripe')
const admin = shop.anAdmin()
const refresh = () => refreshDisputes(shop.db, shop.gateways.of('stripe'))

async function aDispute(refunded?: string) {
  const paid = await aPaidOrder()
  const [payment] = await paymentsOf(paid.order)
  if (refunded) shop.stripe.trigger({ what: 'payment-refunded', id: payment?.transaction_id ?? '', amount: refunded })
  shop.stripe.trigger({ what: 'dispute-opened', id: payment?.transaction_id ?? '' })
  await refresh()
  const { data } = await shop.get(`/disputes?keyword=${paid.order}`, admin)
  return { ...paid, dispute: data[0] }
}

const creditsOf = async (order: string) => {
  const rows = shop.db.selectFrom('invoices').select('amount_cents').where('order_id', '=', order)
  return (await rows.where('kind', '=', 'credit-note').execute()).map(({ amount_cents }) => Number(amount_cents))
}

describe('a dispute at Stripe', () => {
  it('is shown, keeps the parcel, and is answered with evidence', async () => {
    const { order, dispute } = await aDispute()

    expect(dispute).toMatchObject({ state: 'needs_response', stage: 'chargeback', amount: 198 })
    const ship = { body: { status: 'shipped' }, as: admin }
    expect(await shop.call('PATCH', `/orders/${order}/update`, ship)).toMatchObject({ code: 'payment_disputed' })
    const parcel = { carrier: 'DHL', trackingNumber: 'JD01', note: 'Delivered on Monday.' }
    expect(await shop.post(`/disputes/${dispute._id}/evidence`, parcel, admin)).toMatchObject({
      status: 200,
      data: { state: 'under_review', actions: [], answers: [{ state: 'sent', trackingNumber: 'JD01' }] },
    })
  })

  it('that is accepted gives the money back, once, with one credit note', async () => {
    const { customer, order, payment, dispute } = await aDispute()

    const accepted = await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)
    await refresh()

    expect(accepted).toMatchObject({ status: 200, data: { state: 'lost' } })
    expect(await refundsOf(payment)).toMatchObject([{ origin: 'provider', state: 'completed', amount_cents: 19_800 }])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
    expect(await creditsOf(order)).toEqual([19_800])
  })

  it.each([
    ['all', undefined, [19_800]],
    ['what is left', '50.00', [5_000, 14_800]],
  ])('that is an inquiry moved no money, so accepting it refunds %s', async (_, refunded, amounts) => {
    const { customer, order, payment } = await aPaidOrder()
    const [{ transaction_id: id } = { transaction_id: '' }] = await paymentsOf(order)
    if (refunded) shop.stripe.trigger({ what: 'payment-refunded', id, amount: refunded })
    shop.stripe.trigger({ what: 'dispute-opened', id, stage: 'inquiry' })
    await refresh()
    const [dispute] = (await shop.get(`/disputes?keyword=${order}`, admin)).data

    expect(await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)).toMatchObject({ status: 200 })
    await refresh()

    const { data } = await shop.get(`/disputes/${dispute._id}`, admin)
    expect(data).toMatchObject({ state: 'closed', stage: 'inquiry' })
    const refunds = await refundsOf(payment)
    expect(refunds.map(({ amount_cents }) => Number(amount_cents)).sort((a, b) => a - b)).toEqual(amounts)
    for (const { provider_refund_id } of refunds) expect(provider_refund_id).toMatch(/^re_/)
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' })
  })

  it('that a resolution has prevented gives the money back as a lost one does', async () => {
    const { customer, order, dispute } = await aDispute()
    shop.stripe.trigger({ what: 'dispute-closed', id: dispute.disputeId, outcome: 'prevented' })

    await refresh()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded', amountRefunded: 198 })
    expect(await creditsOf(order)).toEqual([19_800])
  })

  it('that takes more than is left gives back what is left', async () => {
    const { customer, order, payment, dispute } = await aDispute('50.00')
    shop.stripe.trigger({ what: 'dispute-closed', id: dispute.disputeId, outcome: 'lost' })
    await refresh()

    expect((await refundsOf(payment)).map(({ amount_cents }) => Number(amount_cents))).toEqual([5_000, 14_800])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded', amountRefunded: 198 })
    expect(await creditsOf(order)).toEqual([5_000, 14_800])
  })

  it('that is lost mails no refund, and its credit note says that the bank took the money', async () => {
    const { order, dispute } = await aDispute()
    shop.stripe.trigger({ what: 'dispute-closed', id: dispute.disputeId, outcome: 'lost' })
    await refresh()

    const { rows: emails } = await sql<{ kind: string }>`
      select data->>'kind' as kind from pgboss.job where name = 'emails' and data->>'order' = ${order} order by created_on`.execute(
      shop.db,
    )
    expect(emails.map(({ kind }) => kind)).toEqual(['order-placed', 'order-paid'])
    const notes = shop.db.selectFrom('invoices').select('id').where('order_id', '=', order)
    const { id } = await notes.where('kind', '=', 'credit-note').executeTakeFirstOrThrow()
    const [row, read] = [await findInvoice(shop.db, id), await findOrder(shop.db, order)]
    expect(row && read && invoiceDocument(row, read).totals).toMatchObject([{ label: 'Taken back by the bank' }])
  })

  it('that is won changes nothing', async () => {
    const { customer, order, payment, dispute } = await aDispute()
    shop.stripe.trigger({ what: 'dispute-closed', id: dispute.disputeId, outcome: 'won' })
    await refresh()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { disputed: false } })
    expect([await refundsOf(payment), await creditsOf(order)]).toEqual([[], []])
  })
})
