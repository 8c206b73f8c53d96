import { DEFAULT_SHOP } from '@mela/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { discountsOf } from './discounts/discounts-fixtures.ts'
import { giftCardsOf } from './gift-cards/gift-cards-fixtures.ts'
import { guestsOf } from './guests-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { buy, stockOf } = shoppersOf(shop)

const { anEmail, order: orderAsGuest } = guestsOf(shop)

const AMOUNTS = ['subTotal', 'shippingAmount', 'taxAmount', 'totalAmount', 'giftCardAmount', 'amountToPay'] as const

const greta = { name: { firstName: 'Greta', lastName: 'Klein' }, building: '', state: '' }
const inGermany = {
  ...{ ...greta, countryCode: '49', phoneNumber: '15123456789', street: 'Lange Straße 4', city: 'Bremen' },
  ...{ pinCode: '28195', country: 'Germany' },
}
const inFrance = {
  ...{ ...greta, countryCode: '33', phoneNumber: '612345678', street: 'Rue 1', city: 'Paris' },
  ...{ pinCode: '75001', country: 'France' },
}
const inNorway = {
  ...{ ...greta, countryCode: '47', phoneNumber: '40612345', street: 'Gate 1', city: 'Oslo' },
  ...{ pinCode: '0150', country: 'Norway' },
}

describe('POST /quotes', () => {
  it('prices a cart for a visitor as its order will be, and takes no stock', async () => {
    const { id } = await shop.product({ price_cents: 10_000, stock: 3 })
    const products = [{ product: id, quantity: 2 }]

    const { status, data } = await shop.post('/quotes', { products, place: { country: 'India', state: 'Goa' } })

    expect([status, await stockOf(id)]).toEqual([200, 3])
    const placed = (await buy(await shop.customer(), products)).data
    for (const amount of [...AMOUNTS, 'savedAmount', 'adjustments'])
      expect(data[amount], amount).toEqual(placed[amount])
    expect(data.products).toMatchObject([{ product: id, variant: id, quantity: 2, available: 3, isActive: true }])
  })

  it('names what cannot be ordered any more, and leaves it out of the total', async () => {
    const { id } = await shop.product({ is_active: false })

    const { data } = await shop.post('/quotes', { products: [{ product: id, quantity: 1 }] })

    expect(data).toMatchObject({
      subTotal: 0,
      totalAmount: 0,
      products: [{ product: id, available: 0, isActive: false }],
    })
  })

  it('takes the country by its code and its tax from there', async () => {
    const { id } = await shop.product({ price_cents: 10_000 })
    await shop.changeSettings({
      money: { taxRates: [{ country: 'DE', state: null, name: 'USt.', percent: 19 }] },
      countries: { sold: ['IN', 'DE'] },
    })

    const { data } = await shop.post('/quotes', { products: [{ product: id, quantity: 1 }], place: { country: 'DE' } })

    expect(data.adjustments.at(-1)).toMatchObject({ label: 'Tax (19% USt.)', amount: 19, percent: 19, taxable: 100 })
  })

  it('prices each cart as its order, whatever the order names of place, buyer, delivery, payment and codes', async () => {
    const everywhere = { isOn: true, countries: [], currencies: [], from: null, to: null }
    const method = { steps: [], freeAbove: null, minDays: null, maxDays: null }
    const methods = [
      { ...method, name: 'Post', price: 10 },
      { ...method, name: 'Express', price: 25 },
    ]
    const settings = {
      money: {
        ...{ taxName: 'VAT', taxPercent: 20, taxCountry: 'DE', taxFreeCompanies: 'abroad' as const },
        taxRates: [{ country: 'IN', state: 'Goa', name: 'GST', percent: 5 }],
      },
      countries: { sold: ['IN', 'DE', 'FR', 'NO'] },
      delivery: {
        zones: [{ name: 'Norway', places: [{ country: 'NO', state: null }], methods }, ...DEFAULT_SHOP.zones],
      },
      payments: { ways: ['paypal', 'delivery'].map(way => ({ way, ...everywhere })), deliveryFee: 2.4 },
    }
    expect(await shop.changeSettings(settings)).toMatchObject({ status: 200 })
    const { add } = discountsOf(shop, admin)
    await add({ isAutomatic: true, code: null, firstOrderOnly: true })
    const off = await Promise.all([add({ limitPerCustomer: 1 }), add({ isCombinable: true, percent: 5 })])
    const { code: card } = await giftCardsOf(shop, admin).aCode(500)
    const { id: product } = await shop.product({ price_cents: 7_777, stock: 10_000 })
    const aShopper = async (email = anEmail()) => ({
      email,
      customer: await shop.customer({ email, email_confirmed_at: new Date() }),
    })
    const returning = await aShopper()
    const inGoa = { ...shop.anAddress(), state: 'Goa' }

    const drawn = fc.record({
      quantity: fc.integer({ min: 1, max: 3 }),
      shippingAddress: fc.constantFrom(inGoa, inGermany, inFrance, inNorway),
      billingAddress: fc.constantFrom(undefined, shop.anAddress(), inFrance, inNorway),
      company: fc.constantFrom(undefined, 'Klein', 'Klein', 'Klein'),
      taxNumber: fc.constantFrom(undefined, 'DE136695976', '40303265045', '40303265045'),
      deliveryMethod: fc.constantFrom(undefined, 'Post', 'Express'),
      gateway: fc.constantFrom(undefined, 'delivery' as const),
      codes: fc.subarray([card, ...off.map(({ data }) => data.code)]),
      isReturning: fc.boolean(),
      isGuest: fc.boolean(),
    })
    const test = fc.asyncProperty(drawn, async ({ quantity, isReturning, isGuest, ...input }) => {
      const { customer, email } = isReturning ? returning : await aShopper()
      const as = isGuest ? undefined : customer
      const products = [{ product, quantity }]
      const { shippingAddress: place, billingAddress, ...choices } = input
      const billed = billingAddress && { billingCountry: billingAddress.country }

      const { data: quote } = await shop.post('/quotes', { products, place, ...billed, ...choices, email }, as)
      const shown = Object.fromEntries(AMOUNTS.map(amount => [amount, quote[amount]]))
      const answer = await (isGuest
        ? orderAsGuest({ products, email, ...input, ...shown })
        : buy(customer, products, { ...input, ...shown }))

      // A tax number of another country, or a method that is not offered there.
      fc.pre(answer.status !== 400 && quote.deliveryMethods.some(isChosen(input.deliveryMethod)))
      expect(answer).toMatchObject({ status: 201, data: shown })
    })
    await fc.assert(test, { numRuns: 40 })
  })

  it('lists each method of delivery at what it costs once it is chosen, also where it refuses an order', async () => {
    const method = { steps: [], minDays: null, maxDays: null }
    const methods = [
      { ...method, name: 'Standard', price: 8, freeAbove: 200 },
      { ...method, name: 'Parcel shop', price: 5, freeAbove: null },
      { ...method, name: 'Express', price: 20, freeAbove: 300, steps: [{ from: 150, price: 12 }] },
    ]
    const money = { taxName: 'VAT', taxPercent: 20, taxCountry: 'DE', taxFreeCompanies: 'abroad' as const }
    const settings = { delivery: { zones: [{ name: 'All', places: [], methods }] } }
    expect(await shop.changeSettings({ ...settings, money: { ...money, taxIncluded: true } })).toMatchObject({
      status: 200,
    })
    const { add } = discountsOf(shop, admin)
    const off = await Promise.all([add(), add({ percent: 2, isCombinable: true }), add({ kind: 'free-delivery' })])
    const { id: shirt } = await shop.product({ price_cents: 7_000 })
    const { id: card } = await shop.product({ price_cents: 10_000, is_gift_card: true })
    const customer = await shop.customer()
    const quoteOf = async (body: object) => (await shop.post('/quotes', body)).data

    const drawn = fc.record({
      shirts: fc.integer({ min: 1, max: 5 }),
      cards: fc.integer({ min: 0, max: 2 }),
      codes: fc.subarray(off.map(({ data }) => data.code)),
      taxNumber: fc.constantFrom(undefined, '40303265045'),
    })
    const test = fc.asyncProperty(drawn, async ({ shirts, cards, codes, taxNumber }) => {
      const sold = [
        { product: shirt, quantity: shirts },
        { product: card, quantity: cards },
      ]
      const products = sold.filter(({ quantity }) => quantity > 0)
      const given = { codes, ...(taxNumber && { company: 'Klein', taxNumber }) }
      const body = { products, place: inFrance, ...given }
      const { deliveryMethods } = await quoteOf(body)
      const refused = await buy(customer, products, { ...given, shippingAddress: inFrance, totalAmount: 1 })

      expect(refused).toMatchObject({ status: 409, data: { deliveryMethods } })
      expect(deliveryMethods).toHaveLength(methods.length)
      for (const { name, amount } of deliveryMethods)
        expect(await quoteOf({ ...body, deliveryMethod: name }), name).toMatchObject({ shippingAmount: amount })
    })
    await fc.assert(test, { numRuns: 25 })
    const codes = [off[0], off[2]].map(discount => discount?.data.code)
    const one = { products: [{ product: shirt, quantity: 1 }], place: inFrance, codes }
    expect((await quoteOf({ ...one, deliveryMethod: 'Parcel shop' })).deliveryMethods).toEqual([
      { name: 'Standard', amount: 0, minDays: null, maxDays: null, without: ['Summer sale'] },
      { name: 'Parcel shop', amount: 5, minDays: null, maxDays: null },
      { name: 'Express', amount: 0, minDays: null, maxDays: null, without: ['Summer sale'] },
    ])
    await add({ isAutomatic: true, code: null })
    const products = [{ product: shirt, quantity: 3 }]
    expect(await quoteOf({ products: [...products, { product: card, quantity: 1 }] })).toMatchObject({
      ...{ subTotal: 289, goodsAmount: 189, shippingAmount: 5 },
      deliveryMethods: [{ amount: 8 }, { amount: 5 }, { amount: 12 }],
    })
  })

  it('says nothing of a code for free delivery beside a method that is free anyway', async () => {
    const method = { steps: [], minDays: null, maxDays: null }
    const methods = [
      { ...method, name: 'Standard', price: 8, freeAbove: 50 },
      { ...method, name: 'Express', price: 20, freeAbove: null },
    ]
    await shop.changeSettings({ delivery: { zones: [{ name: 'All', places: [], methods }] } })
    const { code } = (await discountsOf(shop, admin).add({ kind: 'free-delivery' })).data
    const products = [{ product: (await shop.product({ price_cents: 8_200 })).id, quantity: 1 }]

    const { data } = await shop.post('/quotes', { products, codes: [code], deliveryMethod: 'Express' })

    expect(data.deliveryMethods).toEqual([
      { name: 'Standard', amount: 0, minDays: null, maxDays: null },
      { name: 'Express', amount: 0, minDays: null, maxDays: null },
    ])
  })
})

const isChosen =
  (method: string | undefined) =>
  ({ name }: { name: string }) =>
    name === (method ?? name)
