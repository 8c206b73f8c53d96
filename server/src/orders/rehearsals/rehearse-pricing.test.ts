import { defaultSettings, type RehearsalInput } from '@mela/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { newId } from '../../platform/database/ids.ts'
import { discountsOf } from '../discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../gift-cards/gift-cards-fixtures.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { listPastOrders } from './past-orders.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add, aDiscount } = discountsOf(shop, admin)
const { aCode } = giftCardsOf(shop, admin)
const { buy } = shoppersOf(shop)

const { money, delivery } = defaultSettings()
const inGermany = {
  ...{ name: { firstName: 'Greta', lastName: 'Klein' }, countryCode: '49', phoneNumber: '15123456789', building: '' },
  ...{ street: 'Lange Straße 4', city: 'Bremen', state: '', pinCode: '28195', country: 'Germany' },
}

beforeEach(async () => {
  await shop.db.updateTable('orders').set({ status: 'cancelled' }).execute()
  await shop.db.updateTable('discounts').set({ is_active: false }).execute()
  await change({ money, delivery, countries: { sold: ['IN', 'DE'] } })
})

async function change(settings: object) {
  expect(await shop.changeSettings(settings, admin)).toMatchObject({ status: 200 })
}

/** An order of a new customer; its product costs 100.00, delivery 80.00 and tax 18.00, unless the test says otherwise. */
async function order(product: Parameters<typeof shop.product>[0] = {}, given: object = {}, quantity = 1) {
  const { id } = await shop.product(product)
  const answer = await buy(await shop.customer(), [{ product: id, quantity }], given)
  expect(answer).toMatchObject({ status: 201 })
  return { product: id, order: answer.data._id as string }
}

const rehearse = async (draft: RehearsalInput | object, page = 1) =>
  (await shop.post(`/dashboard/rehearsals?size=2&page=${page}`, draft, admin)).data

describe('a rehearsal', () => {
  it('finds no difference where nothing is changed, whatever its orders were priced by', async () => {
    const { data: automatic } = await add({ isAutomatic: true, code: null, percent: 5, isCombinable: true })
    const { data: combined } = await add({ kind: 'amount', amount: 7.77, isCombinable: true })
    const { data: free } = await add({ kind: 'free-delivery', isCombinable: true })
    const { data: strong } = await add({ percent: 33 })
    const { code } = await aCode(50)
    const shirt = await shop.product({ price_cents: 3333, on_sale: true, sale_price_cents: 2999 })
    const { M } = await shop.sizes(shirt.id, { S: 20, M: 20 })
    await order({}, { codes: [combined.code, free.code] }, 3)
    await order({ tax_class: 'Reduced' }, { codes: [strong.code, code] })
    await order({ is_gift_card: true })
    await change({
      money: { taxIncluded: true, taxName: 'VAT', taxPercent: 20, taxCountry: 'FR', taxFreeCompanies: 'union' },
      payments: {
        ways: ['paypal', 'delivery'].map(way => ({
          way,
          isOn: true,
          countries: [],
          currencies: [],
          from: null,
          to: null,
        })),
      },
    })
    await order({}, { shippingAddress: inGermany, company: 'Klein GmbH', taxNumber: 'DE136695976' })
    await change({
      money: { taxOnShipping: true, shippingTaxClass: 'shared', taxRounding: 'line' },
      payments: { deliveryFee: 2.5 },
    })
    const lines = [
      { product: shirt.id, variant: M, quantity: 2 },
      { product: (await shop.product({ tax_class: 'Reduced' })).id, quantity: 1 },
    ]
    expect(await buy(await shop.customer(), lines, { gateway: 'delivery' })).toMatchObject({ status: 201 })

    const nothing = { orders: 5, differing: 0, unpriced: 0, refused: 0, rows: [] }
    expect(await rehearse({ settings: { money: {} } })).toMatchObject(nothing)
    expect(await rehearse({ discount: { _id: automatic._id } })).toMatchObject(nothing)
    const other = { kind: 'products', ids: [(await shop.product()).id] }
    expect(await rehearse({ plannedPrice: { target: other, kind: 'percent', value: 50 } })).toMatchObject(nothing)
  })

  it('shows what another rate of tax would have changed, and keeps what else applied at the time', async () => {
    await order({ price_cents: 20_000 })
    await change({ delivery: { zones: [zone(10)] } })
    const later = await order()
    await order({ tax_class: 'Zero' })

    const data = await rehearse({ settings: { money: { taxPercent: 20 } } })

    expect(data).toMatchObject({ orders: 3, differing: 2, unpriced: 0, isCapped: false, before: 316 + 128 + 110 })
    expect(data.difference).toEqual({ products: 0, discounts: 0, delivery: 0, tax: 6, total: 6 })
    expect(data.rows.map(({ before, after }: Row) => [before, after])).toEqual([
      [316, 320],
      [128, 130],
    ])
    expect((await rehearse({ settings: { money: { taxPercent: 20 } } }, 2)).rows).toEqual([])
    expect(data.rows[1]).toMatchObject({ _id: later.order, difference: { tax: 2 } })
  })

  it('shows what other delivery would have changed, and which orders would have been refused', async () => {
    await order({ price_cents: 20_000 })
    await order({}, { shippingAddress: inGermany })

    const data = await rehearse({ settings: { delivery: { zones: [zone(50, 'IN')] } } })

    expect(data).toMatchObject({ orders: 2, differing: 1, refused: 1 })
    expect(data.difference).toMatchObject({ delivery: -30, tax: 0, total: -30 })
  })

  it('shows what a discount would have taken off, within its limits and its targets', async () => {
    const [first, second] = [await order(), await order()]
    await order({ price_cents: 50_000 })
    const draft = { ...aDiscount(), code: null, isAutomatic: true, appliesTo: 'products' }
    const targets = [first.product, second.product]

    const data = await rehearse({ discount: { ...draft, targets } })
    const limited = await rehearse({ discount: { ...draft, targets, limitInAll: 1 } })

    expect(data).toMatchObject({ orders: 3, differing: 2 })
    expect(data.difference).toEqual({ products: 0, discounts: -20, delivery: 0, tax: -3.6, total: -23.6 })
    expect(limited.rows.map(({ _id }: Row) => _id)).toEqual([first.order])
    expect((await rehearse({ discount: { ...draft, targets, isActive: false } })).differing).toBe(0)
  })

  it('shows what a changed code would have done for the orders that used it', async () => {
    const { data: discount } = await add()
    await order({}, { codes: [discount.code] })
    await order()

    const data = await rehearse({ discount: { _id: discount._id, percent: 15 } })

    expect(data).toMatchObject({ orders: 2, differing: 1, difference: { discounts: -5, total: -5.9 } })
  })

  it('shows what a planned price would have cost, where a percentage is of the lower price', async () => {
    const { data: discount } = await add()
    const { product } = await order({}, { codes: [discount.code] })
    await order()
    const target = { kind: 'products', ids: [product] }

    const data = await rehearse({ plannedPrice: { target, kind: 'percent', value: 20 } })

    expect(data).toMatchObject({ orders: 2, differing: 1 })
    expect(data.difference).toEqual({ products: -20, discounts: 2, delivery: 0, tax: -3.24, total: -21.24 })
  })

  it('leaves gift cards of a category at their price, as the sale would', async () => {
    const { id: category_id } = await shop.category()
    await order({ category_id, is_gift_card: true })
    await order({ category_id })

    const target = { kind: 'category', ids: [category_id] }

    expect(await rehearse({ plannedPrice: { target, kind: 'percent', value: 20 } })).toMatchObject({
      ...{ orders: 2, differing: 1, difference: { products: -20 } },
    })
  })

  it('leaves out orders of test money in a live shop', async () => {
    const { order } = await buyersOf(shop).aPaidOrder()

    expect((await listPastOrders(shop.db, 'test')).ids).toContain(order)
    expect((await listPastOrders(shop.db, 'live')).ids).not.toContain(order)
  })

  it('counts what it cannot price as it was priced, and puts it into no sum', async () => {
    const odd = await order()
    const { data: discount } = await add()
    await order({}, { codes: [discount.code] })
    await shop.call('PATCH', `/discounts/${discount._id}`, { body: { percent: 12 }, as: admin })
    await shop.db
      .updateTable('orders')
      .set({ tax_cents: 1234, total_cents: 19_234 })
      .where('id', '=', odd.order)
      .execute()

    expect(await rehearse({ settings: { money: { taxPercent: 20 } } })).toMatchObject({
      ...{ orders: 2, unpriced: 1, differing: 1, before: 186.2 },
    })
    expect(await rehearse({ discount: { _id: discount._id, percent: 15 } })).toMatchObject({ orders: 2, unpriced: 2 })
  })

  it('refuses what the save would refuse, and everyone but admins', async () => {
    const ask = (draft: object, as = admin) => shop.post('/dashboard/rehearsals', draft, as)
    const unknown = { money: { taxRates: [{ country: 'IN', state: 'Atlantis', name: null, percent: 5 }] } }

    expect(await ask({ settings: unknown })).toMatchObject({ status: 400, errors: { 'money.taxRates': /Atlantis/ } })
    expect(await ask({ settings: { shop: {} } })).toMatchObject({ status: 400 })
    expect(await ask({ settings: { money: {} }, discount: {} })).toMatchObject({ status: 400 })
    expect((await ask({ discount: { kind: 'amount' } })).errors).toEqual({ amount: 'This is required.' })
    expect((await ask({ discount: { _id: newId(), percent: 5 } })).status).toBe(404)
    expect((await ask({ settings: { money: {} } }, await shop.customer())).status).toBe(403)
  })
})

interface Row {
  _id: string
  before: number
  after: number
}

const zone = (price: number, country?: string) => ({
  ...{ name: 'Zone', places: country ? [{ country, state: null }] : [] },
  methods: [{ name: 'Shipping', price, steps: [], freeAbove: null, minDays: null, maxDays: null }],
})
