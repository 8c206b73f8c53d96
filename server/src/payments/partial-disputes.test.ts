import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { findInvoice, invoiceDocument } from '../orders/invoices/invoice-document.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import { buyersOf } from './payments-fixtures.ts'
import { receiveEvent, runPaymentRound } from './run-payment-round.ts'
import { bellOf } from './webhooks-fixtures.ts'

const shop = startShop()
const { cancel, emailsAbout, update } = shoppersOf(shop)
const { aPaidOrder, orderOf, paymentsOf, refundsOf, stockOf } = buyersOf(shop)
const { caught, deliverAll, ring, work } = bellOf(shop)

const admin = shop.anAdmin()
const complaints = async () => (await examine(shop.db)).flatMap(({ isFine, lines }) => (isFine ? [] : lines))

/** A paid order of 198 dollars with a dispute about five dollars or the given amount. */
async function aPartlyDisputedOrder(amount = '5.00', paid?: Awaited<ReturnType<typeof aPaidOrder>>) {
  const buyer = paid ?? (await aPaidOrder())
  const [payment] = await paymentsOf(buyer.order)
  shop.emulator.trigger({ what: 'dispute-opened', id: payment?.transaction_id ?? '', amount })
  await deliverAll()
  const [dispute] = (await shop.get(`/disputes?keyword=${buyer.order}`, admin)).data

  async function resolveForBuyer(award?: string) {
    const outcome = { outcome: 'RESOLVED_BUYER_FAVOUR', ...(award && { amount: award }) } as const
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute.disputeId, ...outcome })
    await deliverAll()
  }
  return { ...buyer, dispute: dispute.disputeId as string, resolveForBuyer }
}

describe('money taken back by a chargeback', () => {
  const captureOf = async (order: string) => (await paymentsOf(order))[0]?.transaction_id ?? ''
  const reverse = async (order: string, amount?: string) => {
    shop.emulator.trigger({ what: 'capture-reversed', id: await captureOf(order), ...(amount && { amount }) })
    await deliverAll()
  }
  const announceReversal = async (objectId: string) => {
    const event = { id: `WH-${objectId}`, kind: 'refund', type: 'reversed', objectId } as const
    await receiveEvent(shop.db, shop.gateway, event)
    await work()
  }
  const announce = async (order: string) => announceReversal(await captureOf(order))
  const isTakenBack = async (order: string) => (await shop.get(`/orders/${order}`, admin)).data.payments[0].reversed

  it.each([
    ['a part of it that the shop wins', '10.00', 'RESOLVED_SELLER_FAVOUR'],
    ['all of it that the buyer withdraws', '198.00', 'CANCELED_BY_BUYER'],
  ] as const)('stays taken back after a dispute about %s', async (_what, amount, outcome) => {
    const { order, dispute } = await aPartlyDisputedOrder(amount)
    await reverse(order)

    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome })
    await deliverAll()

    expect(await isTakenBack(order)).toBe(true)
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 409 })
  })

  it('is the shop’s again once it wins a dispute about all of it', async () => {
    const { order, dispute, ...paid } = await aPartlyDisputedOrder('198.00')
    await reverse(order)
    expect(await isTakenBack(order)).toBe(true)

    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()

    expect(await isTakenBack(order)).toBe(false)
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 200 })
    // PayPal shows the old chargeback for ever.
    await aPartlyDisputedOrder('198.00', { ...paid, order })
    await reconcileLatePayment(shop.db, shop.gateway, await captureOf(order))
    expect(await isTakenBack(order)).toBe(false)
  })

  it('stays the shop’s when the reversal is announced after it has won', async () => {
    const { customer, order, dispute } = await aPartlyDisputedOrder('198.00')
    shop.emulator.trigger({ what: 'capture-reversed', id: await captureOf(order) })
    const late = await caught()
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()

    for (const event of late) await ring(event)
    await work()

    expect(await paymentsOf(order)).toMatchObject([{ disputed: false }])
    expect((await orderOf(customer, order)).invoices).toMatchObject([{ kind: 'invoice' }])
  })

  it('is a refund of the part that was taken; the rest goes back when its order is cancelled', async () => {
    const { customer, order, payment } = await aPaidOrder()

    await reverse(order, '5.00')
    await reverse(order, '3.00')

    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 800, disputed: false }])
    expect((await orderOf(customer, order)).invoices).toMatchObject([{ amount: 198 }, { amount: 5 }, { amount: 3 }])
    await cancel(order, customer)
    await deliverAll()
    expect(await refundsOf(payment)).toMatchObject([
      { amount_cents: 500, origin: 'provider' },
      { amount_cents: 300, origin: 'provider' },
      { amount_cents: 19_000, origin: 'automatic', state: 'completed' },
    ])
    await reconcileLatePayment(shop.db, shop.gateway, await captureOf(order))
    expect(await isTakenBack(order)).toBe(false)
  })

  it('is no refund any more once the shop wins the dispute about the part, and none is due', async () => {
    const { customer, order, dispute } = await aPartlyDisputedOrder()
    await reverse(order, '5.00')

    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()
    await aPartlyDisputedOrder('2.00', { customer, order, payment: '', product: '' })
    await reconcileLatePayment(shop.db, shop.gateway, await captureOf(order))

    expect(await orderOf(customer, order)).toMatchObject({
      amountRefunded: 0,
      invoices: [{ amount: 198 }, { kind: 'credit-note', amount: 5 }, { kind: 'invoice', amount: 5 }],
    })
    expect((await shop.get(`/orders/${order}`, admin)).data).toMatchObject({
      refundDue: null,
      refundable: { left: 198 },
    })
    expect(await complaints()).toEqual([])
  })

  it('mails no refund of a part, and its credit note says that the bank took it', async () => {
    const { customer, order } = await aPaidOrder()
    await reverse(order, '5.00')

    expect(await emailsAbout(order)).not.toContain('order-refunded')
    const shown = await orderOf(customer, order)
    const note = await findInvoice(shop.db, shown.invoices[1]._id)
    expect(note && invoiceDocument(note, shown).totals).toMatchObject([{ label: 'Taken back by the bank' }])
  })

  it('is no refund any more when the part is announced after the shop has won', async () => {
    const { customer, order, dispute } = await aPartlyDisputedOrder()
    shop.emulator.trigger({ what: 'capture-reversed', id: await captureOf(order), amount: '5.00' })
    const late = await caught()
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()
    expect(await orderOf(customer, order)).toMatchObject({ amountRefunded: 5 })

    for (const event of late) await ring(event)
    await work()

    expect(await orderOf(customer, order)).toMatchObject({ amountRefunded: 0 })
  })

  it('is no refund when the part is completed after the shop has won', async () => {
    const paid = await aPaidOrder()
    shop.emulator.addFault({ kind: 'refund', status: 'PENDING', count: 1 })
    shop.emulator.trigger({ what: 'capture-refunded', id: await captureOf(paid.order), amount: '5.00' })
    await deliverAll()
    const [part] = await refundsOf(paid.payment)
    const id = part?.provider_refund_id ?? ''
    await announceReversal(id)
    const { customer, order, dispute } = await aPartlyDisputedOrder('5.00', paid)
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()

    await shop.post(`/payments/${paid.payment}/refunds`, { amount: 193 }, admin)
    shop.emulator.trigger({ what: 'refund-completed', id })
    await deliverAll()

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', amountRefunded: 193 })
    expect(await complaints()).toEqual([])
  })

  it('stays a refund when a second chargeback of the part is listed before it is announced', async () => {
    const { customer, order, dispute } = await aPartlyDisputedOrder()
    shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await deliverAll()
    const tenDaysAgo = sql<Date>`now() - interval '10 days'`
    const first = shop.db.updateTable('disputes').where('provider_dispute_id', '=', dispute)
    await first.set({ opened_at: tenDaysAgo, updated_at: tenDaysAgo }).execute()
    shop.emulator.trigger({ what: 'capture-reversed', id: await captureOf(order), amount: '5.00' })
    await reconcileLatePayment(shop.db, shop.gateway, await captureOf(order))

    await deliverAll()

    expect(await orderOf(customer, order)).toMatchObject({ amountRefunded: 5 })
    expect(await complaints()).toEqual([])
  })

  it('stays the shop’s when its reversal has failed', async () => {
    const { order, payment } = await aPaidOrder()
    shop.emulator.addFault({ kind: 'refund', status: 'FAILED', count: 1 })
    shop.emulator.trigger({ what: 'capture-refunded', id: await captureOf(order) })
    const failed = (await caught()).at(-1)

    await announceReversal(JSON.parse(failed?.body ?? '').resource.id)

    expect(await isTakenBack(order)).toBe(false)
    expect(await refundsOf(payment)).toMatchObject([{ state: 'failed' }])
  })

  it.each(['RESOLVED_BUYER_FAVOUR', 'CANCELED_BY_BUYER'] as const)(
    'is taken back again by a second chargeback after the shop has won, which ends as %s',
    async outcome => {
      const { customer, order, dispute } = await aPartlyDisputedOrder('198.00')
      await reverse(order)
      shop.emulator.trigger({ what: 'dispute-resolved', id: dispute, outcome: 'RESOLVED_SELLER_FAVOUR' })
      await deliverAll()
      expect(await isTakenBack(order)).toBe(false)

      await announce(order)
      expect(await isTakenBack(order)).toBe(false)
      const second = await aPartlyDisputedOrder('198.00', { customer, order, payment: '', product: '' })
      await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

      expect(await isTakenBack(order)).toBe(true)
      shop.emulator.trigger({ what: 'dispute-resolved', id: second.dispute, outcome })
      await deliverAll()
      expect((await orderOf(customer, order)).invoices).toMatchObject([
        { amount: 198 },
        { kind: 'credit-note', amount: 198 },
      ])
      expect(await complaints()).toEqual([])
    },
  )

  it('is no refund of the order, though PayPal lists it among the refunds', async () => {
    const { customer, order, product } = await aPaidOrder()
    await reverse(order)
    const reversal = shop.db.selectFrom('webhook_events').select('object_id').where('event_type', '=', 'reversed')
    const { object_id } = await reversal.orderBy('received_at', 'desc').executeTakeFirstOrThrow()
    const refund = await shop.gateway.retrieveRefund(object_id)

    const retrieve: typeof shop.gateway.retrieve = async id => {
      const found = await shop.gateway.retrieve(id)
      return found && refund && { ...found, refunds: [refund] }
    }
    await reconcileLatePayment(shop.db, { ...shop.gateway, retrieve }, await captureOf(order))

    expect(refund?.amount.cents).toBe(19_800)
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', amountRefunded: 0 })
    expect(await stockOf(product)).toBe(19)
  })

  it('is found by the payment that an event may name, too', async () => {
    const { order } = await aPaidOrder()

    await announce(order)

    expect(await isTakenBack(order)).toBe(true)
  })
})

describe('a dispute about a part of a payment, won by the buyer', () => {
  it('releases the order once the part is refunded', async () => {
    const { order, resolveForBuyer } = await aPartlyDisputedOrder()
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 409 })

    await resolveForBuyer()

    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 500, disputed: false }])
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 200 })
  })

  it('releases the order once PayPal refunded what it awarded of a larger claim', async () => {
    const { order, resolveForBuyer } = await aPartlyDisputedOrder('198.00')

    await resolveForBuyer('10.00')

    expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 1000, disputed: false }])
    expect(await update(order, admin, { status: 'shipped' })).toMatchObject({ status: 200 })
  })

  it('waits for its own refund, whatever staff refunded before', async () => {
    const paid = await aPaidOrder()
    await shop.post(`/payments/${paid.payment}/refunds`, { amount: 10 }, admin)
    const { customer, order, payment, resolveForBuyer } = await aPartlyDisputedOrder('10.00', paid)
    await cancel(order, customer)

    await resolveForBuyer()
    await deliverAll()

    expect(await refundsOf(payment)).toMatchObject([
      { amount_cents: 1000, origin: 'staff' },
      { amount_cents: 1000, origin: 'provider' },
      { amount_cents: 17_800, origin: 'automatic', state: 'completed' },
    ])
  })

  it('refunds the rest of an order that was cancelled before', async () => {
    const { customer, order, payment, resolveForBuyer } = await aPartlyDisputedOrder()
    await cancel(order, customer)
    expect(await refundsOf(payment)).toEqual([])

    await resolveForBuyer()
    await deliverAll()

    expect(await refundsOf(payment)).toMatchObject([{ amount_cents: 500 }, { amount_cents: 19_300 }])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled', amountRefunded: 198 })
  })
})
