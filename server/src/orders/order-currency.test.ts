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

const emailAbout = (order: string) => emailNow(shop, { kind: 'order-paid', order })

describe('the currency of the shop', () => {
  it.each([
    ['XXX', 'This is not a currency, such as EUR.'],
    ['euro', 'This is not a currency, such as EUR.'],
    ['JPY', 'The shop counts hundredths, which this currency does not have.'],
    ['KWD', 'The shop counts hundredths, which this currency does not have.'],
    ['HUF', 'PayPal takes no payments in HUF.'],
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
    const ways = [{ way: 'stripe', isOn: true, countries: [], currencies: [], from: null, to: null }]
    await shop.changeSettings({ money: { currency: 'IDR' }, payments: { ways } }, admin)
    const customer = await shop.customer()
    const lines = [{ product: (await shop.product({ price_cents: 150_000_000 })).id, quantity: 1 }]
    const pay = async () => start(customer, (await buy(customer, lines)).data._id)

    expect(await pay()).toMatchObject({ status: 201 })
    await sell('EUR')
    expect(await pay()).toMatchObject({ code: 'gateway_not_offered' })
  })
})
