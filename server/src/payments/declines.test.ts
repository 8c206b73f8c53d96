import { beforeEach, describe, expect, it, vi } from 'vitest'
import { approve } from '../../test/approve.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { countDeclines } from '../platform/limits/limit-declines.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import { GatewayError } from './gateways/gateway.ts'
import { buyersOf } from './payments-fixtures.ts'
import { runPaymentRound } from './run-payment-round.ts'

const shop = startShop()
const card = buyersOf(shop, 'stripe')
const wallet = buyersOf(shop)

const admin = shop.anAdmin()
const doRound = async () => {
  await shop.db.updateTable('payment_attempts').set({ next_check_at: new Date() }).execute()
  await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })
}
const shown = async (order: string) => (await shop.get(`/orders/${order}`, admin)).data
const ship = (order: string) =>
  shop.call('PATCH', `/orders/${order}/update`, { body: { status: 'shipped' }, as: admin })
const declinesOf = async (order: string) => {
  const attempts = shop.db.selectFrom('payment_attempts').select('declines').where('order_id', '=', order)
  return (await attempts.execute()).map(({ declines }) => declines)
}
function payDeclined(customer: Person, order: string) {
  shop.emulator.addFault({ kind: 'capture', status: 'DECLINED', count: 1 })
  return wallet.pay(customer, order)
}
/** Other tests come from the same network address. */
beforeEach(async () => void (await shop.db.deleteFrom('attempts').execute()))

describe('declined cards', () => {
  it('are counted once each, shown to staff, and leave the order to be paid', async () => {
    const { customer, order, session, approveUrl } = await card.aStartedOrder()
    await approve(approveUrl, 'refuse', { card: '0001' })
    await approve(approveUrl, 'refuse', { card: '0002' })

    await Promise.all([doRound(), doRound(), card.report(customer, order, session)])
    await doRound()

    expect(await declinesOf(order)).toEqual([2])
    expect(await card.paymentsOf(order)).toMatchObject([{ status: 'failed', problem: null }])
    await approve(approveUrl)
    expect(await card.report(customer, order, session)).toMatchObject({ data: { status: 'completed' } })
    expect(await shown(order)).toMatchObject({ status: 'processing', reviewReason: null })
  })

  it('end the payment after eight of one order, also with another provider, and say until when', async () => {
    const { customer, order, session, approveUrl } = await card.aStartedOrder()
    for (let tries = 0; tries < 8; tries++) await approve(approveUrl, 'refuse', { card: `000${tries}` })
    await doRound()

    expect(await shop.gateways.of('stripe').retrieve(session)).toMatchObject({ state: 'closed' })
    for (const { start } of [card, wallet])
      expect(await start(customer, order)).toMatchObject({
        status: 429,
        code: 'payments_declined',
        message: 'Too many payments were declined. Please try again in 24 hours, or contact us.',
      })
  })

  it('count also when their buyer turns to another provider, cancels or pays before the shop has heard of them', async () => {
    const { customer, order, approveUrl } = await card.aStartedOrder()
    const declineThrice = async (url: string) => {
      for (const digits of ['0001', '0002', '0003']) await approve(url, 'refuse', { card: digits })
    }
    await declineThrice(approveUrl)
    await wallet.start(customer, order)
    const again = (await card.start(customer, order)).data
    await declineThrice(again.approveUrl)
    await shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })
    await doRound()
    expect(await declinesOf(order)).toEqual([3, 0, 3])

    const paid = await card.aStartedOrder()
    await declineThrice(paid.approveUrl)
    await approve(paid.approveUrl)
    await card.report(paid.customer, paid.order, paid.session)
    expect(await declinesOf(paid.order)).toEqual([3])
  })

  it('of one card in many orders end the payment that tries it again', async () => {
    for (let orders = 0; orders < 5; orders++) {
      const { approveUrl } = await card.aStartedOrder()
      for (const _ of [1, 2]) await approve(approveUrl, 'refuse', { card: '0666' })
    }
    await doRound()
    const other = await card.aStartedOrder()
    await approve(other.approveUrl, 'refuse', { card: '0001' })
    const next = await card.aStartedOrder()
    await approve(next.approveUrl, 'refuse', { card: '0666' })
    await doRound()

    expect(await shop.gateways.of('stripe').retrieve(other.session)).toMatchObject({ state: 'open' })
    expect(await shop.gateways.of('stripe').retrieve(next.session)).toMatchObject({ state: 'closed' })
  })

  it('at PayPal count too, told as an error, for good or as a charge, and what its buyer then approves is not captured', async () => {
    const { customer, order } = await wallet.anOpenOrder()
    for (let tries = 0; tries < 3; tries++) await payDeclined(customer, order)
    for (const seen of await wallet.paymentsOf(order)) await wallet.report(customer, order, seen.provider_order_id)
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('refused', 'TRANSACTION_REFUSED'))
    await wallet.pay(customer, order)
    const { data } = await wallet.start(customer, order)
    for (let tries = 0; tries < 4; tries++) {
      await approve(data.approveUrl, 'refuse')
      await wallet.report(customer, order, data.orderId)
    }
    await approve(data.approveUrl)

    expect(await declinesOf(order)).toEqual([1, 1, 1, 1, 4])
    const refused = { status: 429, code: 'payments_declined' }
    expect(await wallet.report(customer, order, data.orderId)).toMatchObject(refused)
    expect(await wallet.start(customer, order)).toMatchObject(refused)
    await reconcileLatePayment(shop.db, shop.gateway, data.orderId)
    expect(await shop.gateway.retrieve(data.orderId)).toMatchObject({ state: 'approved' })
    expect(await wallet.paymentsOf(order)).not.toContainEqual(expect.objectContaining({ status: 'completed' }))
  })

  it('are captured again for the report of their buyer alone', async () => {
    const { customer, order, session, approveUrl } = await wallet.aStartedOrder()
    await approve(approveUrl, 'refuse')
    await wallet.report(customer, order, session)
    await approve(approveUrl)
    await doRound()

    expect(await shop.gateway.retrieve(session)).toMatchObject({ state: 'approved' })
    const { data } = await shop.get(`/payments/paypal/orders/${order}`, customer)
    expect(data).toEqual({ gateway: 'paypal', transactionId: null, isUnderWay: true })
    expect(await wallet.report(customer, order, session)).toMatchObject({ data: { status: 'completed' } })
  })

  it('are none where the provider wants its buyer to agree again, who then pays the same session', async () => {
    const { customer, order, session, approveUrl } = await wallet.aStartedOrder()
    await approve(approveUrl)
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('unapproved', 'PAYER_ACTION_REQUIRED'))
    expect(await wallet.report(customer, order, session)).toMatchObject({ status: 409, code: 'payment_unapproved' })
    await doRound()

    expect(await declinesOf(order)).toEqual([0])
    expect(await wallet.paymentsOf(order)).toMatchObject([{ status: 'pending' }])
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('declined', 'INSTRUMENT_DECLINED'))
    await wallet.report(customer, order, session)
    expect(await declinesOf(order)).toEqual([1])
    expect((await wallet.start(customer, order)).data.orderId).toBe(session)
    expect(await wallet.report(customer, order, session)).toMatchObject({ data: { status: 'completed' } })
  })

  it('are none where the provider lets the shop take no payment, after which its buyer can pay elsewhere', async () => {
    const { customer, order, session } = await wallet.anApprovedOrder()
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('config', 'PAYEE_ACCOUNT_RESTRICTED'))

    const reported = await wallet.report(customer, order, session)

    expect(reported.status).toBeLessThan(500)
    expect(await declinesOf(order)).toEqual([0])
    expect(await wallet.paymentsOf(order)).toMatchObject([{ status: 'failed' }])
    const { data } = await shop.get('/dashboard/troubles', await shop.admin())
    expect(data.unopened).toEqual([{ provider: 'PayPal', refusal: 'PAYEE_ACCOUNT_RESTRICTED' }])
    expect((await wallet.start(customer, order)).data.orderId).not.toBe(session)
  })

  it('are not captured again where the provider refuses for good, however often they are reported', async () => {
    const { customer, order, session } = await wallet.anApprovedOrder()
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('refused', 'TRANSACTION_REFUSED'))
    await wallet.report(customer, order, session)

    expect(await wallet.report(customer, order, session)).toMatchObject({ data: { status: 'failed' } })
    await reconcileLatePayment(shop.db, shop.gateway, session)
    expect(await shop.gateway.retrieve(session)).toMatchObject({ state: 'approved' })
  })

  it('do not hide what was taken before the shop could record it', async () => {
    const { customer, order, session, approveUrl } = await wallet.aStartedOrder()
    await approve(approveUrl, 'refuse')
    await wallet.report(customer, order, session)
    await approve(approveUrl)
    await shop.gateway.capture(session, 2)
    await countDeclines(shop.db, { orderId: order, userId: customer.id }, 8)
    shop.emulator.addFault({ kind: 'minimal-order', count: 1 })
    await doRound()

    expect(await wallet.orderOf(customer, order)).toMatchObject({ status: 'processing' })
  })
})

describe('an order that looks like fraud', () => {
  it.each([
    ['the risk that the provider sees', 'risky', {}, 'Stripe rates the risk of fraud as elevated.'],
    [
      'a card of another country than the delivery',
      'pay',
      { country: 'FR' },
      'The card is of France, and the parcel goes to India.',
    ],
  ] as const)('is marked for %s, and is not sent before staff have reviewed it', async (_, choice, fields, reason) => {
    const { customer, order, session, approveUrl } = await card.aStartedOrder()
    await approve(approveUrl, choice, fields)
    await card.report(customer, order, session)

    expect(await shown(order)).toMatchObject({ status: 'processing', reviewReason: reason })
    expect(await ship(order)).toMatchObject({ status: 409, code: 'order_to_review' })
    const { data } = await shop.get(`/orders?flag=review&keyword=${order}`, admin)
    expect(data).toMatchObject([{ _id: order, flags: expect.arrayContaining(['review']) }])
    expect(await shop.get(`/orders/current-user/${order}`, customer)).not.toHaveProperty('data.reviewReason')

    const review = () => shop.post(`/orders/${order}/reviewed`, {}, admin)
    expect(await Promise.all([review(), review()])).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await ship(order)).toMatchObject({ status: 200, data: { status: 'shipped' } })
    const reviews = await shop.db
      .selectFrom('audit_log')
      .select('id')
      .where('subject', '=', `order:${order}`)
      .where('action', '=', 'order.reviewed')
      .execute()
    expect(reviews).toHaveLength(1)
  })

  it('is marked after three declined tries', async () => {
    const { customer, order, session, approveUrl } = await card.aStartedOrder()
    for (let tries = 0; tries < 3; tries++) await approve(approveUrl, 'refuse', { card: `001${tries}` })
    await approve(approveUrl)
    await card.report(customer, order, session)

    const paypal = await wallet.anOpenOrder()
    for (let tries = 0; tries < 3; tries++) await payDeclined(paypal.customer, paypal.order)
    await wallet.pay(paypal.customer, paypal.order)

    for (const paid of [order, paypal.order])
      expect((await shown(paid)).reviewReason).toBe('3 payments were declined before this one.')
  })
})
