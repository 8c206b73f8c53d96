import { SHOP_TIME_ZONE } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { examine } from '../operate/checks.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { findInvoice, invoiceDocument } from '../orders/invoices/invoice-document.ts'
import { followUpUnpaid } from '../orders/offline/follow-up-unpaid.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { clockIn, days, ON, offlineOrdersOf } from './offline-fixtures.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { buy, stockOf, emailsAbout, cancel, update } = shoppersOf(shop)
const { orderOf, start } = buyersOf(shop)
const admin = shop.anAdmin()
const { aCode, balanceOf, place } = giftCardsOf(shop, admin)
const { offer, anOrderBy, record } = offlineOrdersOf(shop, admin)

const takeRealMoney = (payment: string, { db } = shop) =>
  db.updateTable('payments').set({ gateway_mode: 'live' }).where('id', '=', payment).execute()

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

  it('is delivered once it is paid when it is of gift cards alone, and its confirmation promises no parcel', async () => {
    const { customer, order, payment } = await anOrderBy('transfer', { is_gift_card: true })
    const confirmed = await emailNow(shop, { kind: 'order-confirmed', order })
    await record(payment, 100)

    expect(await orderOf(customer, order)).toMatchObject({ status: 'delivered', payment: { status: 'completed' } })
    expect(confirmed?.text).not.toContain('pack')
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
    const account = { accountHolder: 'Mela', upiId: 'mela@kotak811' }
    const sell = (currency: string, payments: object = {}) => other.changeSettings({ money: { currency }, payments })
    const ways = [{ way: 'transfer', ...ON }]
    const customer = await other.customer()
    const products = [{ product: (await other.product()).id, quantity: 1 }]
    const order = () => shoppersOf(other).buy(customer, products, { gateway: 'transfer' })

    expect(await sell('USD', { ...account, ways })).toMatchObject({
      status: 400,
      errors: {
        'payments.ways': expect.stringMatching(/^A UPI ID takes rupees alone\. In USD bank transfer needs an/),
      },
    })
    expect(await sell('INR', { ...account, ways })).toMatchObject({ status: 200 })
    expect(await order()).toMatchObject({ status: 201, data: { payLater: { isTest: true, qr: null } } })
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

  it('keeps its account while real money is awaited on it, unless there is another one', async () => {
    const save = (payments: object) => other.changeSettings({ payments })
    await save({ ways: [{ way: 'transfer', ...ON }], accountHolder: 'Mela', iban: 'DE89370400440532013000' })
    const { order, payment } = await offlineOrdersOf(other, await other.admin()).anOrderBy('transfer')

    await takeRealMoney(payment, other)
    const refused = [await save({ iban: null }), await save({ accountHolder: null })]
    const replaced = await save({ iban: null, accountNumber: '12345678' })
    await shoppersOf(other).update(order, await other.admin(), { status: 'cancelled' })

    const waits = expect.stringMatching(/^1 order waits for a transfer to this account\./)
    expect(refused).toMatchObject([
      { status: 400, errors: { 'payments.iban': waits } },
      { status: 400, errors: { 'payments.accountHolder': waits } },
    ])
    expect(replaced).toMatchObject({ status: 200 })
    expect(await save({ accountNumber: null })).toMatchObject({ status: 200 })
  })
})

it('leaves nothing for the doctor to find', async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
