import { afterEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { aPaidOrder, orderOf } = buyersOf(shop)
const { start } = buyersOf(shop, 'stripe')
const { buy } = shoppersOf(shop)

const admin = shop.anAdmin()
afterEach(() => sell('USD'))

const sell = (currency: string) => shop.changeSettings({ money: { currency } }, admin)
const offer = (...ways: string[]) => {
  const everything = { isOn: true, countries: [], currencies: [], from: null, to: null }
  return shop.changeSettings({ payments: { ways: ways.map(way => ({ way, ...everything })) } }, admin)
}

const emailAbout = (order: string) => emailNow(shop, { kind: 'order-paid', order })

describe('the currency of the shop', () => {
  it.each([
    ['XXX', 'This is not a currency, such as EUR.'],
    ['euro', 'This is not a currency, such as EUR.'],
    ['JPY', 'The shop counts hundredths, which this currency does not have.'],
    ['KWD', 'The shop counts hundredths, which this currency does not have.'],
    ['RSD', 'PayPal takes no payments in RSD, nor does any other way that is on.'],
  ])('is not %s: %s', async (currency, sentence) => {
    expect(await sell(currency)).toMatchObject({ status: 400, errors: { 'money.currency': sentence } })
  })

  it('is that of new orders, their payment at the provider, refund and email', async () => {
    await sell('eur')
    const { customer, order, payment } = await aPaidOrder()

    expect(await orderOf(customer, order)).toMatchObject({ currency: 'EUR', amountPaid: 198, status: 'processing' })
    expect((await shop.get(`/payments/${payment}`, admin)).data).toMatchObject({ currency: 'EUR', amount: 198 })
    expect((await emailAbout(order))?.text).toContain('Total: €198.00')
    const refunded = await shop.post(`/payments/${payment}/refunds`, { amount: 50 }, admin)
    expect(refunded).toMatchObject({ status: 201, data: { amount: 50, currency: 'EUR', state: 'completed' } })
    const tooMuch = await shop.post(`/payments/${payment}/refunds`, { amount: 200 }, admin)
    expect(tooMuch).toMatchObject({ status: 409, message: 'Only €148.00 of this payment can be refunded.' })
    expect(await orderOf(customer, order)).toMatchObject({ amountRefunded: 50 })
  })

  it('refuses an order of a shopper who saw another, and takes one that names none', async () => {
    await sell('EUR')
    const { id } = await shop.product()
    const customer = await shop.customer()

    const refused = await buy(customer, [{ product: id, quantity: 1 }], { totalAmount: 198, currency: 'USD' })
    expect(refused).toMatchObject({
      ...{ status: 409, code: 'price_changed', message: expect.stringMatching(/^Prices or availability have changed/) },
      data: { currency: 'EUR', totalAmount: 198 },
    })
    const taken = await buy(customer, [{ product: id, quantity: 1 }], { totalAmount: 198 })
    expect(taken).toMatchObject({ status: 201, data: { currency: 'EUR' } })
  })

  it('is that of sales in the statistics, the report and the overview of a customer, without those in others', async () => {
    await sell('GBP')
    const { customer } = await aPaidOrder()

    expect((await shop.get('/users/admin', admin)).data).toMatchObject({ 'Total Sales': '£198.00' })
    const { sales, bestSellers } = (await shop.get('/dashboard/report', admin)).data
    expect(sales.at(-1)).toMatchObject({ payments: 1, total: 198 })
    expect(bestSellers.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(100)
    expect((await shop.get(`/users/${customer.id}/overview`, admin)).data).toMatchObject({ spent: 198 })
    await sell('NOK')
    expect((await shop.get('/users/admin', admin)).data).toMatchObject({ 'Total Sales': 'NOK\u00a00.00' })
    expect((await shop.get(`/users/${customer.id}/overview`, admin)).data).toMatchObject({ spent: 0 })
  })

  it('can be paid at Stripe with eight digits, and with twelve in rupiah', async () => {
    await offer('stripe')
    await sell('IDR')
    const customer = await shop.customer()
    const lines = [{ product: (await shop.product({ price_cents: 150_000_000 })).id, quantity: 1 }]

    const { data } = await buy(customer, lines)
    expect(await start(customer, data._id)).toMatchObject({ status: 201 })
    await sell('EUR')
    expect(await buy(customer, lines)).toMatchObject({ code: 'gateway_not_offered' })
  })

  it.each(['HUF', 'TWD'])('can be %s, which Stripe takes in hundredths and PayPal whole', async currency => {
    await offer('paypal', 'stripe')
    await sell(currency)
    const customer = await shop.customer()
    const { data } = await buy(customer, [{ product: (await shop.product()).id, quantity: 1 }])

    expect(data).toMatchObject({ currency })
    expect(await buyersOf(shop).start(customer, data._id)).toMatchObject({ code: 'gateway_not_offered' })
    expect(await start(customer, data._id)).toMatchObject({ status: 201 })
  })

  it('keeps a way to pay that takes it, while one is on', async () => {
    await sell('INR')

    expect(await offer('paypal')).toMatchObject({ status: 400, errors: { 'payments.ways': expect.any(String) } })
    expect(await offer('paypal', 'delivery')).toMatchObject({ status: 200 })
    expect(await offer('paypal', 'stripe')).toMatchObject({ status: 200 })
  })
})
