import { paymentProblems } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { approve } from '../../test/approve.ts'
import { ANOTHER_ACCOUNT, paypalBrowser, usd } from '../../test/paypal-browser.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { reconcileLatePayment, reconcilePayment } from './capture-payment.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anApprovedOrder, anOpenOrder, historyOf, orderOf, paymentsOf, refundsOf, report, start } = buyersOf(shop)
const browser = () => paypalBrowser(shop.emulator)

const admin = shop.anAdmin()

const unitOf = (order: string, given: object = {}) => ({ custom_id: order, amount: usd('198.00'), ...given })

const email = { email_address: 'me@example.com' }
const fees = { platform_fees: [{ amount: usd('197.00'), payee: ANOTHER_ACCOUNT }] }
const cheap = { ...usd('1.00'), breakdown: { item_total: usd('100.00'), discount: usd('99.00') } }

const invoicesOf = (order: string) =>
  shop.db.selectFrom('invoices').select('id').where('order_id', '=', order).execute()

async function refundEmailsAbout(order: string) {
  const { rows } = await sql`
    select from pgboss.job where data->>'kind' = 'order-refunded' and data->>'order' = ${order}`.execute(shop.db)
  return rows
}

/** Whatever was tried: the order waits for its payment, and its buyer can still pay it. */
async function expectUnpaid(customer: Person, order: string) {
  expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
  expect(await historyOf(order)).toEqual(['pending'])
  expect(await invoicesOf(order)).toEqual([])
}

/** What staff see of the order's payments. */
async function listed(order: string) {
  const { data } = await shop.get(`/payments?keyword=${order}`, admin)
  return data.map(({ status, problem }: { status: string; problem: string | null }) => ({ status, problem }))
}

const refused = { status: 409, code: 'payment_not_accepted' }

describe('a payment that a browser opened with the client id', () => {
  it.each([
    ['to another account', () => [ANOTHER_ACCOUNT], paymentProblems.account],
    ['to an email of another account', () => [email], paymentProblems.account],
    ['to the shop', () => [undefined], paymentProblems.changed],
    ['in two units', () => [undefined, ANOTHER_ACCOUNT], paymentProblems.units],
  ] as const)('and approved %s is not captured when it is reported', async (_to, payees, problem) => {
    const { customer, order } = await anOpenOrder()
    const units = payees().map((payee, i) => unitOf(order, { payee, reference_id: `unit-${i}` }))
    const { id, approveUrl } = await browser().open(...units)
    await approve(approveUrl)

    expect(await report(customer, order, id)).toMatchObject(refused)

    await expectUnpaid(customer, order)
    expect(await orderOf(customer, order)).toMatchObject({ amountPaid: 0 })
    expect(await listed(order)).toEqual([{ status: 'failed', problem }])
    expect(await shop.gateway.retrieve(id)).toMatchObject({ state: 'approved' })
  })

  it.each([
    ['to another account', ANOTHER_ACCOUNT, paymentProblems.account, []],
    ['to the shop', undefined, paymentProblems.session, [{ origin: 'automatic', amount_cents: 19_800 }]],
  ])('and captured %s never pays, by whichever way it is reported', async (_to, payee, problem, refunds) => {
    const { customer, order } = await anOpenOrder()
    const { id, approveUrl } = await browser().open(unitOf(order, { payee }))
    await approve(approveUrl)
    const capture = await browser().capture(id)
    if (payee === undefined) await reconcileLatePayment(shop.db, shop.gateway, capture)
    else expect(await report(customer, order, capture)).toMatchObject(refused)

    for (const transaction of [id, capture]) {
      await reconcileLatePayment(shop.db, shop.gateway, transaction)
      expect((await report(customer, order, transaction)).message).not.toContain('paid successfully')
    }

    await expectUnpaid(customer, order)
    expect(await listed(order)).toEqual([{ status: 'failed', problem }])
    const [payment] = await paymentsOf(order)
    expect(await refundsOf(payment?.id)).toMatchObject(refunds)
  })

  it.each([
    ['above the total', usd('99999.00'), paymentProblems.higherSession, []],
    ['in another currency', { currency_code: 'EUR', value: '198.00' }, paymentProblems.higherSession, []],
    ['below the total', usd('1.00'), paymentProblems.amount, [{ origin: 'automatic', amount_cents: 100 }]],
  ])('C4 and captured %s is refunded by itself up to the total alone', async (_what, amount, problem, refunds) => {
    const { customer, order } = await anOpenOrder()
    const { id, approveUrl } = await browser().open(unitOf(order, { amount }))
    await approve(approveUrl)
    const capture = await browser().capture(id)

    expect(await report(customer, order, capture)).toMatchObject({ status: 400, code: 'amount_mismatch' })

    await expectUnpaid(customer, order)
    expect(await listed(order)).toEqual([{ status: 'failed', problem }])
    const [payment] = await paymentsOf(order)
    expect(await refundsOf(payment?.id)).toMatchObject(refunds)
    expect(await refundsOf(payment?.id)).toHaveLength(refunds.length)
  })

  it('C4 and paid to another account is not refunded, and sends no email when that account gives it back', async () => {
    const { order } = await anOpenOrder()
    const { id, approveUrl } = await browser().open(unitOf(order, { payee: ANOTHER_ACCOUNT }))
    await approve(approveUrl)
    const capture = await browser().capture(id)
    await reconcileLatePayment(shop.db, shop.gateway, id)
    const [payment] = await paymentsOf(order)

    const answer = await shop.post(`/payments/${payment?.id}/refunds`, {}, admin)
    shop.emulator.trigger({ what: 'capture-refunded', id: capture, amount: '198.00' })
    await reconcileLatePayment(shop.db, shop.gateway, id)

    expect(answer).toMatchObject({ status: 409, code: 'nothing_to_refund' })
    expect(await paymentsOf(order)).toMatchObject([{ problem: paymentProblems.account, refunded_cents: 0 }])
    expect(await refundsOf(payment?.id)).toEqual([])
    expect(await refundEmailsAbout(order)).toEqual([])
  })
})

describe('a payment that the shop opened and a browser changed', () => {
  const changes = [
    ['payee', 'payee', ANOTHER_ACCOUNT, refused, paymentProblems.account],
    [
      "payee's email beside the shop's merchant id",
      'payee/email',
      email.email_address,
      refused,
      paymentProblems.account,
    ],
    ['platform fees', 'payment_instruction', fees, refused, paymentProblems.shared],
    ['day of payment', 'payment_instruction', { disbursement_mode: 'DELAYED' }, refused, paymentProblems.shared],
    ['reference', 'custom_id', 'f'.repeat(24), refused, paymentProblems.changed],
    ['amount', 'amount', cheap, { status: 400, code: 'amount_mismatch' }, paymentProblems.changedAmount],
  ] as const

  it.each(changes)('in its %s is not captured once it is approved', async (_what, field, value, answer, problem) => {
    const { customer, order } = await anOpenOrder()
    const { data } = await start(customer, order)
    await browser().change(data.orderId, field, value)
    await approve(data.approveUrl)

    expect(await report(customer, order, data.orderId)).toMatchObject(answer)

    await expectUnpaid(customer, order)
    expect(await listed(order)).toEqual([{ status: 'failed', problem }])
  })

  it.each(changes)('in its %s is not offered again', async (_what, field, value, _answer, problem) => {
    const { customer, order } = await anOpenOrder()
    const first = (await start(customer, order)).data.orderId
    await browser().change(first, field, value)

    const { status, data } = await start(customer, order)

    expect(status).toBe(201)
    expect(data.orderId).not.toBe(first)
    expect(await listed(order)).toEqual([{ status: 'failed', problem }])
    await approve(data.approveUrl)
    expect(await report(customer, order, data.orderId)).toMatchObject({ data: { status: 'completed' } })
  })

  it.each([
    ['payee', 'payee/email', 'me@example.com', paymentProblems.account, []],
    ['platform fees', 'payment_instruction', fees, paymentProblems.shared, []],
    ['reference', 'custom_id', 'f'.repeat(24), paymentProblems.reference, [{ origin: 'automatic' }]],
  ])('in its %s while it is captured does not count', async (_what, field, value, problem, refunds) => {
    const { customer, order, session } = await anApprovedOrder()
    const gateway = {
      ...shop.gateway,
      async capture(sessionId: string, tryNumber: number) {
        await browser().change(sessionId, field, value)
        return shop.gateway.capture(sessionId, tryNumber)
      },
    }
    const seen = await shop.gateway.retrieve(session)
    if (!seen) throw new Error('The emulator does not know its own order.')

    const { payment } = await reconcilePayment(shop.db, gateway, seen)

    expect(payment).toMatchObject({ status: 'failed', problem })
    expect(await refundsOf(payment.id)).toMatchObject(refunds)
    await expectUnpaid(customer, order)
  })

  it('in its reference belongs to its own order, not to the one that it names', async () => {
    const { customer, order } = await anOpenOrder()
    const other = await anOpenOrder()
    const { data } = await start(customer, order)
    await browser().change(data.orderId, 'custom_id', other.order)
    await approve(data.approveUrl)
    await browser().capture(data.orderId)

    const answer = await report(other.customer, other.order, data.orderId)
    await reconcileLatePayment(shop.db, shop.gateway, data.orderId)

    expect(answer).toMatchObject({ status: 409, code: 'payment_of_other_order' })
    await expectUnpaid(other.customer, other.order)
    await expectUnpaid(customer, order)
    expect(await listed(order)).toEqual([{ status: 'failed', problem: paymentProblems.reference }])
    expect(await listed(other.order)).toEqual([])
  })
})
