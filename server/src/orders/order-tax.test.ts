import type { SettingsChange } from '@mela/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { examine } from '../operate/checks.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { pay, orderOf } = buyersOf(shop)
const { buy, anOrder } = shoppersOf(shop)

const DEFAULTS = { taxIncluded: false, taxName: 'GST', taxPercent: 18, taxRates: [], taxOnShipping: false }
afterEach(() => tax({ ...DEFAULTS, taxRounding: 'total' }))

const tax = (money: NonNullable<SettingsChange['money']>) => shop.changeSettings({ money })

const lineOf = async (price_cents: number, quantity = 1) => ({
  product: (await shop.product({ price_cents })).id,
  quantity,
})

describe('the tax of an order', () => {
  it('is contained in its prices where the owner says so, and paid at the provider', async () => {
    await tax({ taxIncluded: true, taxName: 'VAT', taxPercent: 19, taxOnShipping: true })
    const customer = await shop.customer()
    const shown = { subTotal: 119, shippingAmount: 80, taxAmount: 31.77, totalAmount: 199 }

    const { data } = await buy(customer, [await lineOf(11_900)], shown)

    expect(data).toMatchObject({ ...shown, taxIncluded: true, taxPercent: 19 })
    expect(data.adjustments.at(-1)).toMatchObject({
      kind: 'included-tax',
      label: 'Included tax (19% VAT)',
      amount: 31.77,
    })
    await pay(customer, data._id)
    expect(await orderOf(customer, data._id)).toMatchObject({ status: 'processing', amountPaid: 199 })
    const email = await emailNow(shop, { kind: 'order-paid', order: data._id })
    expect(email?.text).toContain('Total: $199.00\nIncluded tax (19% VAT): $31.77')
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('is at the rate of the state of its address, else of the country, else the default', async () => {
    const rate = (state: string | null, percent: number) => ({ country: 'in', state, name: 'IGST', percent })
    await tax({ taxRates: [rate(null, 5), rate('Goa', 12), rate('Sikkim', 0)] })
    const customer = await shop.customer()
    const line = await lineOf(10_000)
    const inState = async (state: string, country = 'India') => {
      const { data } = await buy(customer, [line], { shippingAddress: { ...shop.anAddress(), state, country } })
      return [data.taxAmount, data.taxPercent, data.totalAmount]
    }

    expect(await inState('goa')).toEqual([12, 12, 192])
    expect(await inState('Kerala')).toEqual([5, 5, 185])
    expect(await inState('Sikkim')).toEqual([0, 0, 180])
    expect(await inState('Kerala', 'Bharat')).toEqual([5, 5, 185])
  })

  it('is not chosen by the spelling of its state: where rates or delivery depend on it, only a state of India will do', async () => {
    const customer = await shop.customer()
    const line = await lineOf(10_000)
    const order = (state: string) => anOrder([line], { shippingAddress: { ...shop.anAddress(), state } })
    await tax({ taxRates: [{ country: 'IN', state: 'Kerala', name: null, percent: 28 }] })

    for (const state of ['Keralaa', 'K\u0435rala', 'Somewhere'])
      expect(await shop.post('/orders', order(state), customer)).toMatchObject({
        status: 400,
        errors: { 'shippingAddress.state': expect.stringContaining('Enter a state of India') },
      })
    const address = { ...shop.anAddress(), state: 'Keralaa' }
    expect(await shop.post('/users/current-user/addresses', address, customer)).toMatchObject({ status: 400 })
    expect(await buy(customer, [line], { shippingAddress: { ...address, state: 'ker\u200bala' } })).toMatchObject({
      data: { taxPercent: 28 },
    })
  })

  it('changes no order that was placed before, and refuses one of a shopper who saw another', async () => {
    const customer = await shop.customer()
    const line = await lineOf(10_000)
    const before = (await buy(customer, [line])).data
    await tax({ taxPercent: 20, taxName: null })

    const refused = await shop.post('/orders', anOrder([line], { taxAmount: 18, totalAmount: 198 }), customer)

    expect(refused).toMatchObject({ status: 409, data: { taxAmount: 20, totalAmount: 200, taxIncluded: false } })
    expect(await orderOf(customer, before._id)).toMatchObject({ taxAmount: 18, taxPercent: 18, totalAmount: 198 })
    const placed = (await buy(customer, [line])).data
    expect(placed.adjustments.at(-1)).toMatchObject({ label: 'Tax (20%)', amount: 20 })
  })

  const rateOf = (country: string, state: string | null) => ({ country, state, name: null, percent: 1 })

  it.each<[string, object, string]>([
    ['a rate above all', { taxPercent: 101 }, 'money.taxPercent'],
    ['a rate of four decimals', { taxPercent: 8.8755 }, 'money.taxPercent'],
    ['a country by its name', { taxRates: [rateOf('India', null)] }, 'money.taxRates.0.country'],
    ['two rates of a place', { taxRates: [rateOf('IN', 'Goa'), rateOf('IN', 'goa')] }, 'money.taxRates'],
    ['a rate of an unknown state', { taxRates: [rateOf('IN', 'Atlantis')] }, 'money.taxRates'],
    ['another rounding', { taxRounding: 'unit' }, 'money.taxRounding'],
  ])('is not %s', async (_, money, field) => {
    const answer = await tax(money)

    expect([answer.status, Object.keys(answer.errors)]).toEqual([400, [field]])
  })
})
