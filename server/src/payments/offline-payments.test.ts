import { SHOP_TIME_ZONE } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { examine } from '../operate/checks.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { findInvoice, invoiceDocument } from '../orders/invoices/invoice-document.ts'
import { followUpUnpaid } from '../orders/offline/follow-up-unpaid.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { buyersOf } from './payments-fixtures.ts'
import { runPaymentRound } from './run-payment-round.ts'

const shop = startShop()
const { buy, stockOf, emailsAbout, cancel, update } = shoppersOf(shop)
const { orderOf, paymentsOf, refundsOf, start } = buyersOf(shop)
const admin = shop.anAdmin()
const { aCode, balanceOf, place } = giftCardsOf(shop, admin)

const OFF = { isOn: false, countries: [], currencies: [], from: null, to: null }
const ON = { ...OFF, isOn: true }

const offer = (rules: { transfer?: object; delivery?: object; paypal?: object }, others: object = {}) => {
  const { paypal = {}, transfer = {}, delivery = {} } = rules
  const ways = Object.entries({ paypal, transfer, delivery }).map(([way, rule]) => ({ way, ...ON, ...rule }))
  const account = { accountHolder: 'Mela Ltd', iban: 'DE89370400440532013000' }
  return shop.changeSettings({ payments: { ways, ...account, ...others } })
}

/** An order over $198, confirmed before it is paid. */
async function anOrderBy(gateway: 'transfer' | 'delivery', given: object = {}) {
  const customer = await shop.customer()
  const product = (await shop.product(given)).id
  const answer = await buy(customer, [{ product, quantity: 1 }], { gateway })
  expect(answer.status).toBe(201)
  const { data } = answer
  return { customer, product, order: data._id as string, payment: data.payment._id as string, data }
}

const record = (payment: string, amount: number, key = newId(), as: Person = admin) =>
  shop.post(`/payments/${payment}/receipts`, { amount, receivedOn: '2026-01-05' }, as, { 'idempotency-key': key })

const takeRealMoney = (payment: string) =>
  shop.db.updateTable('payments').set({ gateway_mode: 'live' }).where('id', '=', payment).execute()

const takeBack = async (payment: string, at = 0) => {
  const { data } = await shop.get(`/payments/${payment}`, admin)
  return shop.call('DELETE', `/payments/${payment}/receipts/${data.receipts[at]._id}`, { as: admin })
}

const expire = async (payment: string) => {
  await shop.db
    .updateTable('payments')
    .set({ due_at: days(0.1) })
    .where('id', '=', payment)
    .execute()
  await followUpUnpaid(shop.db)
}

const insertQueued = (payment_id: string, amount_cents: number) => {
  const request = { id: newId(), request_id: newId(), payment_id, actor_id: admin.id, next_try_at: new Date() }
  const queued = { ...request, amount_cents, currency: 'USD', state: 'queued', origin: 'staff' } as const
  return shop.db.insertInto('refunds').values(queued).execute()
}

const clockIn = (timeZone: string) => new Intl.DateTimeFormat('en', { timeStyle: 'medium', timeZone, hourCycle: 'h23' })

const days = (count: number) => new Date(Date.now() - count * 86_400_000)

beforeAll(async () => expect(await offer({})).toMatchObject({ status: 200 }))

describe('an order by bank transfer', () => {
  it('B148 is processing with a pending payment, takes its stock, and says where the money goes', async () => {
    const { customer, product, order, data } = await anOrderBy('transfer')

    expect(await orderOf(customer, order)).toEqual(data)
    expect(data).toMatchObject({
      status: 'processing',
      amountPaid: 0,
      expiresAt: null,
      payment: { status: 'pending', paymentGateway: 'transfer', amount: 198 },
      invoices: [{ kind: 'invoice', amount: 198 }],
      payLater: { way: 'transfer', due: 198, received: 0, reference: order.slice(-8).toUpperCase(), qr: null },
    })
    expect(data.payLater.rows).toContainEqual({ label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' })
    expect(await stockOf(product)).toBe(19)
    expect(await emailsAbout(order)).toContain('order-confirmed')
    expect(await start(customer, order)).toMatchObject({ status: 409, code: 'order_not_payable' })
  })

  it("is kept until the end of the last day in the shop's time zone, which its email names", async () => {
    const timeZone = 'America/Lima'
    await shop.changeSettings({ shop: { timeZone }, payments: { cancelDays: 14 } })
    const { order, payment, data } = await anOrderBy('transfer')
    await takeRealMoney(payment)
    const until = new Date(data.payLater.until)
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone })

    expect(clockIn(timeZone).format(until)).toBe('23:59:59')
    expect(day.format(until)).toBe(day.format(days(-14)))
    const { text } = (await emailNow(shop, { kind: 'order-confirmed', order })) ?? {}
    expect(text).toContain(`It has to arrive by ${day.format(until)}, or the order is cancelled.`)
    await shop.changeSettings({ shop: { timeZone: SHOP_TIME_ZONE } })
  })

  it('is marked as unpaid in lists until its whole sum has arrived', async () => {
    const { order, payment } = await anOrderBy('transfer')
    const flags = async () => (await shop.get(`/orders?keyword=${order}`, admin)).data[0].flags

    await record(payment, 50)
    expect(await flags()).toContain('unpaid')
    await record(payment, 148)
    expect(await flags()).not.toContain('unpaid')
  })

  it('is a test until the shop is live: page, emails and invoice ask for no transfer', async () => {
    const { order, payment, data } = await anOrderBy('transfer')
    const words = 'This is a test: please do not transfer anything.'
    const textsOf = () =>
      Promise.all(
        (['order-confirmed', 'order-payment-due'] as const).map(
          async kind => (await emailNow(shop, { kind, order }))?.text ?? '',
        ),
      )
    const invoice = await findInvoice(shop.db, data.invoices[0]._id)

    expect(data.payLater.isTest).toBe(true)
    for (const text of await textsOf()) {
      expect(text).toContain(words)
      expect(text).not.toMatch(/please transfer/i)
    }
    expect(invoice && invoiceDocument(invoice, data).testNote).toBe(words)
    await takeRealMoney(payment)
    for (const text of await textsOf()) {
      expect(text).not.toContain(words)
      expect(text).toMatch(/Please transfer .* to the account below/)
    }
  })

  it('sends its invoice once it is paid, not to whom a stranger names', async () => {
    await shop.changeSettings({ orders: { attachInvoices: true } })
    const { order, payment } = await anOrderBy('transfer')

    const confirmed = await emailNow(shop, { kind: 'order-confirmed', order })
    await record(payment, 198)
    const paid = await emailNow(shop, { kind: 'order-paid', order })
    await shop.changeSettings({ orders: { attachInvoices: false } })

    expect(confirmed?.attachments).toEqual([])
    expect(paid?.attachments).toHaveLength(1)
  })

  it('B148 is paid when staff have recorded the whole sum, in parts, each of them once', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')

    expect(await record(payment, 50, 'one click')).toMatchObject({ status: 201, data: { receivedAmount: 50 } })
    expect(await record(payment, 50, 'one click')).toMatchObject({ status: 201, data: { receivedAmount: 50 } })
    expect(await record(payment, 60, 'one click')).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(await orderOf(customer, order)).toMatchObject({
      status: 'processing',
      amountPaid: 50,
      amountRefunded: 0,
      payment: { status: 'pending' },
      payLater: { due: 148, received: 50 },
    })
    expect(await record(payment, 148.01)).toMatchObject({ status: 409, code: 'receipt_too_large' })
    expect(await record(payment, 148)).toMatchObject({ status: 201, message: 'Recorded: the order is paid.' })
    const paid = await orderOf(customer, order)
    expect(paid).toMatchObject({ status: 'processing', amountPaid: 198, payment: { status: 'completed' } })
    expect(paid.payLater).toBeUndefined()
    expect(paid.invoices).toHaveLength(1)
    expect(await emailsAbout(order)).toContain('order-paid')
    expect(await record(payment, 1)).toMatchObject({ status: 409, code: 'receipt_too_large' })
  })

  it('counts for the revenue of its discount once it is paid, less what went back', async () => {
    const { data: discount } = await discountsOf(shop, admin).add()
    const lines = [{ product: (await shop.product()).id, quantity: 1 }]
    const given = { gateway: 'transfer' as const, codes: [discount.code], totalAmount: 186.2 }
    const { data } = await buy(await shop.customer(), lines, given)
    const revenue = async () => (await shop.get(`/discounts/${discount._id}`, admin)).data.revenue

    expect(await revenue()).toBe(0)
    await record(data.payment._id, 186.2)
    expect(await revenue()).toBe(186.2)
    await shop.post(`/payments/${data.payment._id}/refunds`, { amount: 50 }, admin)
    expect(await revenue()).toBe(136.2)
  })

  it('is delivered once it is paid when it is of gift cards alone, and its confirmation promises no parcel', async () => {
    const { customer, order, payment } = await anOrderBy('transfer', { is_gift_card: true })
    const confirmed = await emailNow(shop, { kind: 'order-confirmed', order })
    await record(payment, 100)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'delivered', payment: { status: 'completed' } })
    expect(confirmed?.text).not.toContain('pack')
  })

  it('takes back a part that was recorded by mistake, also past its last day', async () => {
    const { payment } = await anOrderBy('transfer')
    await record(payment, 20)
    await expire(payment)

    expect(await takeBack(payment)).toMatchObject({ status: 200, data: { receivedAmount: 0 } })
    await followUpUnpaid(shop.db)
    expect(await record(payment, 198)).toMatchObject({ message: 'Recorded: the order is paid.' })
  })

  it('is reminded once, and cancelled with its stock when nothing arrives in time', async () => {
    const { customer, product, order, payment } = await anOrderBy('transfer')
    const set = (given: object) => shop.db.updateTable('payments').set(given).where('id', '=', payment).execute()

    await set({ created_at: days(6), update_time: days(6) })
    await followUpUnpaid(shop.db)
    await followUpUnpaid(shop.db)
    expect((await emailsAbout(order)).filter(kind => kind === 'order-payment-due')).toHaveLength(1)

    await set({ due_at: days(0.1) })
    await followUpUnpaid(shop.db)
    const cancelled = await orderOf(customer, order)
    expect(cancelled).toMatchObject({ status: 'cancelled', isExpired: true, payment: null })
    expect(cancelled.invoices.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'credit-note'])
    const note = await findInvoice(shop.db, cancelled.invoices[1]._id)
    const { totals, facts } = note ? invoiceDocument(note, cancelled) : {}
    expect(totals).toMatchObject([{ label: 'Order cancelled' }])
    expect(facts?.map(([label]) => label)).toEqual(['Date', 'Corrects invoice', 'Order', 'Ordered'])
    expect(await stockOf(product)).toBe(20)
  })

  it('names no last day once it was sent', async () => {
    const { customer, order } = await anOrderBy('transfer')
    await update(order, admin, { status: 'shipped' })

    expect((await orderOf(customer, order)).payLater).toMatchObject({ due: 198, until: null })
    expect((await emailNow(shop, { kind: 'order-payment-due', order }))?.text).not.toContain('cancelled')
  })

  it('that is sent before the money arrives says in its email what is still due, and how to pay', async () => {
    const { order, payment } = await anOrderBy('transfer')
    await record(payment, 100)
    await update(order, admin, { status: 'shipped' })
    const sent = async () => (await emailNow(shop, { kind: 'order-shipped', order }))?.text

    expect(await sent()).toContain('This is a test: please do not transfer anything.')
    await takeRealMoney(payment)
    const text = await sent()

    expect(text).toContain('Please transfer the $98.00 that is still due to the account below')
    expect(text).toContain('IBAN: DE89 3704 0044 0532 0130 00')
  })

  it('stays when a part has arrived in time, for staff to decide', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 10)
    await shop.db
      .updateTable('payments')
      .set({ due_at: days(1) })
      .where('id', '=', payment)
      .execute()

    await followUpUnpaid(shop.db)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payLater: { until: null } })
  })
})

it('of a parcel that came back unpaid is closed by cancelling its order; its units are not for sale by themselves', async () => {
  const { customer, product, order } = await anOrderBy('delivery')
  await update(order, admin, { status: 'shipped' })

  expect(await update(order, admin, { status: 'cancelled' })).toMatchObject({ status: 200 })

  const { payLater, invoices } = await orderOf(customer, order)
  expect(payLater).toBeUndefined()
  expect(invoices.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'credit-note'])
  expect(await stockOf(product)).toBe(19)
})

it.each(['shipped', 'delivered'])(
  'of a %s parcel that came back paid in part is cancelled, which owes the part',
  async status => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 100)
    await update(order, admin, { status })

    const refused = { status: 409, message: 'This order was paid in part. Cancel it, then return what arrived.' }
    expect(await update(order, admin, { status: 'refunded' })).toMatchObject(refused)
    for (const path of [`/payments/${payment}`, `/orders/${order}`])
      expect(await shop.post(`${path}/refunds`, { amount: 100 }, admin)).toMatchObject(refused)
    const { data } = await shop.get(`/orders/${order}`, admin)
    expect(data.actions.statuses.slice(-2)).toMatchObject([
      { status: 'cancelled', refusal: null, effect: 'Return $100.00 to its customer yourself, and record that here.' },
      { status: 'refunded', refusal: 'It was paid in part: cancel it, then return what arrived.' },
    ])

    const cancelled = await update(order, admin, { status: 'cancelled' })
    expect(cancelled).toMatchObject({ status: 200, data: { refundDue: { amount: 100 } } })
    expect(await shop.post(`/payments/${payment}/refunds`, {}, admin)).toMatchObject({ data: { amount: 100 } })
    const { invoices } = await orderOf(customer, order)
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 198])
  },
)

describe('a whole sum that was recorded by mistake', () => {
  it('is taken back: the order is due again with time to pay, and its own transfer completes it', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 50)
    await record(payment, 148)
    await update(order, admin, { status: 'shipped' })
    const set = { created_at: days(20), due_at: days(6) }
    await shop.db.updateTable('payments').set(set).where('id', '=', payment).execute()

    expect(await takeBack(payment, 1)).toMatchObject({ status: 200, data: { status: 'pending', receivedAmount: 50 } })

    expect(await orderOf(customer, order)).toMatchObject({ status: 'shipped', amountPaid: 50, payLater: { due: 148 } })
    expect(await emailNow(shop, { kind: 'order-paid', order })).toBeUndefined()
    const { due_at } = await shop.db
      .selectFrom('payments')
      .select('due_at')
      .where('id', '=', payment)
      .executeTakeFirstOrThrow()
    expect(due_at?.getTime()).toBeGreaterThan(days(-13).getTime())
    expect(due_at && clockIn(SHOP_TIME_ZONE).format(due_at)).toBe('23:59:59')
    await followUpUnpaid(shop.db)
    expect(await emailsAbout(order)).not.toContain('order-payment-due')
    expect(await record(payment, 148)).toMatchObject({ message: 'Recorded: the order is paid.' })
  })

  it('of an order that was cancelled since is no longer to be returned, and its invoice is credited', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await record(payment, 50)
    await record(payment, 148)
    await cancel(order, customer)

    expect(await takeBack(payment, 1)).toMatchObject({ data: { status: 'failed', amount: 50, canRefund: true } })
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: { amount: 50 } } })
    expect(await takeBack(payment)).toMatchObject({ data: { status: 'failed', canRefund: false } })

    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: null } })
    const { amountPaid, invoices } = await orderOf(customer, order)
    expect(amountPaid).toBe(0)
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 198])
  })

  it('stays once money of it is on its way back, and when that has gone', async () => {
    const { payment } = await anOrderBy('transfer')
    await record(payment, 198)
    await insertQueued(payment, 5_000)
    const refused = {
      status: 409,
      message: expect.stringMatching(/^Money of this payment was returned already\. Record the rest as returned/),
    }

    expect(await takeBack(payment)).toMatchObject(refused)
    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })
    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: 5_000 }])
    expect(await takeBack(payment)).toMatchObject(refused)
  })

  it('stays once gift cards were issued for it, and its refund takes them back', async () => {
    const { order, payment } = await anOrderBy('transfer', { is_gift_card: true })
    await record(payment, 100)

    expect(await takeBack(payment)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Gift cards were issued .* Record a refund of all of it/),
    })
    await shop.post(`/payments/${payment}/refunds`, {}, admin)
    const cards = shop.db.selectFrom('gift_cards').select(['balance_cents', 'is_active'])
    expect(await cards.where('order_id', '=', order).execute()).toEqual([{ balance_cents: 0, is_active: false }])
  })
})

describe('an order that is cancelled with money recorded', () => {
  it('is refunded by staff, who record what they returned; no provider is asked', async () => {
    const { customer, order, payment } = await anOrderBy('delivery')
    await record(payment, 198)

    await shop.post(`/orders/${order}/refunds`, { amount: 100 }, admin)

    expect(await cancel(order, customer)).toMatchObject({ status: 200 })
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: { amount: 98 } } })
    const email = await emailNow(shop, { kind: 'order-cancelled', order })
    expect(email?.text).toContain('Of the $198.00 that you paid, we return the remaining $98.00.')
    const answer = await shop.post(`/payments/${payment}/refunds`, {}, admin)
    expect(answer).toMatchObject({ status: 201, data: { state: 'completed', amount: 98 } })
    const { amountRefunded, invoices } = await orderOf(customer, order)
    expect(amountRefunded).toBe(198)
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 100, 98])
  })

  it('is refunded by the next round when the shop died between the request of staff and its record', async () => {
    const { order, payment } = await anOrderBy('transfer')
    await record(payment, 198)
    await cancel(order, admin)
    await insertQueued(payment, 19_800)

    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: 19_800 }])
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: null } })
  })

  it('owes the part that arrived, also when it arrives later', async () => {
    const { order, payment } = await anOrderBy('transfer')
    await record(payment, 50)
    await cancel(order, admin)
    expect(await paymentsOf(order)).toMatchObject([{ status: 'failed', amount_cents: 5_000 }])

    await record(payment, 30)

    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: { amount: 80 } } })
    expect(await shop.post(`/payments/${payment}/refunds`, {}, admin)).toMatchObject({ data: { amount: 80 } })
    expect(await shop.get(`/orders/${order}`, admin)).toMatchObject({ data: { refundDue: null } })
  })

  it('owes no more than its sum when two record the same transfer, and nothing once that is taken back', async () => {
    const { customer, order, payment } = await anOrderBy('transfer')
    await expire(payment)
    const isOver = shop.db.updateTable('orders').set({ expires_at: days(1) })
    await isOver.where('id', '=', order).execute()
    const refundDue = async () => (await shop.get(`/orders/${order}`, admin)).data.refundDue

    expect(await record(payment, 100)).toMatchObject({ status: 201 })
    expect(await record(payment, 198)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Only $98.00 is due.'),
    })
    expect(await record(payment, 98)).toMatchObject({ status: 201 })
    expect(await record(payment, 1)).toMatchObject({ status: 409, code: 'receipt_too_large' })
    expect(await refundDue()).toMatchObject({ amount: 198 })

    expect(await takeBack(payment, 1)).toMatchObject({
      data: { amount: 100, problem: expect.stringMatching(/^It arrived after/) },
    })
    expect(await refundDue()).toMatchObject({ amount: 100 })
    expect(await takeBack(payment)).toMatchObject({ data: { status: 'failed', amount: 198, problem: null } })
    expect(await refundDue()).toBeNull()
    expect(await orderOf(customer, order)).toMatchObject({ amountPaid: 0, isExpired: true, isPaymentRefused: false })
  })
})

it('is due without what gift cards paid of it, and gives both back when it is cancelled', async () => {
  const { card, code } = await aCode(50)
  const customer = await shop.customer()
  const products = [{ product: (await shop.product()).id, quantity: 1 }]

  const { data } = await buy(customer, products, { gateway: 'transfer', codes: [code] })
  expect(data).toMatchObject({ status: 'processing', payment: { amount: 148 }, payLater: { due: 148 } })
  expect(await balanceOf(card)).toBe(0)
  await record(data.payment._id, 20)
  await cancel(data._id, customer)

  expect(await balanceOf(card)).toBe(5_000)
  expect(await shop.get(`/orders/${data._id}`, admin)).toMatchObject({ data: { refundDue: { amount: 20 } } })
})

describe('what is offered', () => {
  it.each([
    ['another country', { countries: ['DE'] }],
    ['another currency', { currencies: ['EUR'] }],
    ['a higher amount', { from: 198.01 }],
    ['a lower amount', { to: 197.99 }],
    ['nothing', { isOn: false }],
  ])('is refused by the server when it is for %s', async (_for, rule) => {
    const customer = await shop.customer()
    const products = [{ product: (await shop.product()).id, quantity: 1 }]
    const { data } = await buy(customer, products)
    await offer({ delivery: rule, paypal: rule })

    expect(await buy(customer, products, { gateway: 'delivery' })).toMatchObject({ code: 'gateway_not_offered' })
    expect(await start(customer, data._id)).toMatchObject({ status: 409, code: 'gateway_not_offered' })
    expect(await buy(customer, products)).toMatchObject({
      ...{ status: 409, code: 'gateway_not_offered' },
      message: 'Only Bank transfer is offered for this order. Please choose it as the way to pay.',
    })
    await offer({})
  })

  it.each([
    ['a small cart', { from: 200 }, 0, 'Payments begin at $200.00, and $198.00 is left to pay. Please add something.'],
    [
      'what a gift card leaves',
      { from: 10 },
      190.25,
      'Payments begin at $10.00, and $7.75 is left to pay. Please add something, or take a gift card out.',
    ],
    ['a large cart', { to: 100 }, 0, 'The shop offers no way to pay $198.00. Please order less.'],
    [
      'the address',
      { countries: ['DE'] },
      0,
      'The shop offers no way to pay for orders to India. Please choose another address.',
    ],
  ])('refuses an order, and takes nothing for it, where it leaves none for %s', async (_for, rule, amount, message) => {
    const codes = amount > 0 ? [(await aCode(amount)).code] : []
    await offer({ delivery: rule, paypal: rule, transfer: rule })
    const [customer, { id }] = [await shop.customer(), await shop.product()]
    const order = (given: object = {}) => buy(customer, [{ product: id, quantity: 1 }], { codes, ...given })

    for (const gateway of [undefined, 'paypal', 'transfer'])
      expect(await order({ gateway })).toMatchObject({ status: 409, code: 'gateway_not_offered', message })

    expect(await stockOf(id)).toBe(20)
    expect((await shop.get('/orders/current-user', customer)).data).toEqual([])
    await offer({})
    expect(await order()).toMatchObject({ status: 201, data: { amountToPay: 198 - amount } })
  })

  it('does not matter to an order that gift cards pay', async () => {
    const [customer, { code }] = [await shop.customer(), await aCode(198)]
    const rule = { from: 10_000 }
    await offer({ delivery: rule, paypal: rule, transfer: rule })

    expect(await place(customer, [code])).toMatchObject({ status: 201, data: { status: 'processing' } })
    await offer({})
  })

  it('is not payment on delivery for gift cards alone, which are not brought', async () => {
    const [customer, card] = [await shop.customer(), (await shop.product({ is_gift_card: true })).id]
    const goods = (await shop.product()).id
    const buyOf = (...products: string[]) =>
      buy(
        customer,
        products.map(product => ({ product, quantity: 1 })),
        { gateway: 'delivery' },
      )

    expect(await buyOf(card)).toMatchObject({ status: 409, code: 'gateway_not_offered' })
    expect(await buyOf(card, goods)).toMatchObject({ status: 201 })
  })

  it('adds its fee to the order, in the quote as in the order', async () => {
    await offer({}, { deliveryFee: 2.5 })
    const customer = await shop.customer()
    const products = [{ product: (await shop.product()).id, quantity: 1 }]

    const quoted = await shop.post('/quotes', { products, gateway: 'delivery' })
    const { data } = await buy(customer, products, { gateway: 'delivery' })

    expect(data.adjustments).toContainEqual(expect.objectContaining({ kind: 'fee', amount: 2.5 }))
    expect(data).toMatchObject({ totalAmount: quoted.data.totalAmount, payment: { amount: data.totalAmount } })
    expect(data.totalAmount).toBeGreaterThanOrEqual(200.5)
    await offer({}, { deliveryFee: 0 })
  })

  it('has no fee where a gift card pays all of the order, which is confirmed as paid', async () => {
    await offer({ delivery: { to: 50 } }, { deliveryFee: 2.5 })
    const { card, code } = await aCode(300)
    const products = [{ product: (await shop.product()).id, quantity: 1 }]

    const quoted = await shop.post('/quotes', { products, gateway: 'delivery', codes: [code] })
    const { data } = await buy(await shop.customer(), products, { gateway: 'delivery', codes: [code] })

    expect(quoted.data).toMatchObject({ totalAmount: 198, amountToPay: 0 })
    expect(data).toMatchObject({ status: 'processing', totalAmount: 198, giftCardAmount: 198, payment: null })
    expect(await giftCardsOf(shop, admin).balanceOf(card)).toBe(10_200)
    await offer({}, { deliveryFee: 0 })
  })

  it('is told beside the fields of each way, with its fee', async () => {
    await offer({ delivery: { to: 500 }, paypal: { countries: ['IN'] } }, { deliveryFee: 2.5 })

    const { data } = await shop.get('/payments/gateways')

    expect(data.filter(({ offer }: { offer: object | null }) => offer)).toMatchObject([
      {
        name: 'paypal',
        can: { pay: 'buttons' },
        offer: { countries: ['IN'], currencies: expect.arrayContaining(['USD']) },
      },
      { name: 'transfer', can: { pay: 'offline' }, offer: { to: null, fee: 0 } },
      { name: 'delivery', can: { pay: 'offline' }, offer: { to: 500, fee: 2.5 } },
    ])
    await offer({}, { deliveryFee: 0 })
  })
})

describe('a shop without a provider', () => {
  const other = startShop({ SHOP_MODE: 'rehearsal', PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: 'on' })

  it('takes transfers to a UPI ID in rupees alone', async () => {
    const account = { accountHolder: 'Mela', upiId: 'mela@okbank' }
    const sell = (currency: string, payments: object = {}) => other.changeSettings({ money: { currency }, payments })
    const ways = [{ way: 'transfer', ...ON }]
    const customer = await other.customer()
    const products = [{ product: (await other.product()).id, quantity: 1 }]
    const order = () => shoppersOf(other).buy(customer, products, { gateway: 'transfer' })

    expect(await sell('USD', { ...account, ways })).toMatchObject({ status: 400 })
    expect(await sell('INR', { ...account, ways })).toMatchObject({ status: 200 })
    expect(await order()).toMatchObject({ status: 201 })
    expect(await sell('USD')).toMatchObject({ status: 200 })
    expect(await order()).toMatchObject({ code: 'gateway_not_offered' })
    expect((await other.get('/payments/gateways')).data).toEqual([])
    expect(await shoppersOf(other).buy(customer, products)).toMatchObject({
      ...{ status: 409, code: 'gateway_not_offered' },
      message: 'The shop takes no payment for this order at the moment. Please try again later.',
    })
    await sell('USD', { accountHolder: null, upiId: null })
  })

  it('takes orders by transfer, once there is an account', async () => {
    const ways = [{ way: 'transfer', ...ON }]
    expect(await other.changeSettings({ payments: { ways } })).toMatchObject({
      status: 400,
      errors: { 'payments.ways': expect.stringMatching(/^Bank transfer needs an account/) },
    })
    const payments = { ways, accountHolder: 'Mela', iban: 'DE89370400440532013000' }
    await other.changeSettings({ payments })
    const products = [{ product: (await other.product()).id, quantity: 1 }]

    expect(await shoppersOf(other).buy(await other.customer(), products, { gateway: 'transfer' })).toMatchObject({
      status: 201,
      data: { status: 'processing' },
    })
  })
})

it('leaves nothing for the doctor to find', async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
