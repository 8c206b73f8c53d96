import type { SettingsChange } from '@mela/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { findInvoice, invoiceDocument } from './invoices/invoice-document.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { pay, orderOf } = buyersOf(shop)
const { buy } = shoppersOf(shop)

const DEFAULTS = {
  ...{ taxIncluded: false, taxName: 'GST', taxPercent: 18, taxRates: [], taxOnShipping: false, shippingTaxClass: null },
  taxClasses: [
    { name: 'Reduced', percent: 5, rates: [] },
    { name: 'Zero', percent: 0, rates: [] },
  ],
  ...{ taxCountry: 'IN', taxState: null, splitsGst: false, taxFreeCompanies: 'none' as const },
}
beforeEach(async () => {
  await shop.db.updateTable('products').set({ tax_class: null }).execute()
  await tax(DEFAULTS)
})

async function tax(money: NonNullable<SettingsChange['money']>, others: object = {}) {
  expect(await shop.changeSettings({ money, ...others })).toMatchObject({ status: 200 })
}

const lineOf = async (price_cents: number, tax_class: string | null = null, hsn_code: string | null = null) => ({
  product: (await shop.product({ price_cents, tax_class, hsn_code })).id,
  quantity: 1,
})

type Rows = { kind: string; label: string; amount: number; taxable: number | null }[]
const taxesIn = (rows: Rows) =>
  rows.filter(({ kind }) => kind.endsWith('tax')).map(({ label, amount, taxable }) => [label, amount, taxable])

const inGermany = {
  ...{ name: { firstName: 'Greta', lastName: 'Klein' }, countryCode: '49', phoneNumber: '15123456789', building: '' },
  ...{ street: 'Lange Straße 4', city: 'Bremen', state: '', pinCode: '28195', country: 'Germany' },
}
const EVERYWHERE = { countries: [], currencies: [], from: null, to: null }
const EU = { countries: { sold: ['IN', 'DE', 'FR'] } }

describe('B149 the tax of an order', () => {
  it('is of each class at its rate, and that of delivery is shared out by the classes', async () => {
    await tax({ taxOnShipping: true, shippingTaxClass: 'shared' })
    const lines = [await lineOf(30_000), await lineOf(10_000, 'Reduced'), await lineOf(40_000, 'Zero')]

    const { data } = await buy(await shop.customer(), lines)

    expect(taxesIn(data.adjustments)).toEqual([
      ['Tax (18% GST)', 59.4, 330],
      ['Tax (5% GST)', 5.5, 110],
    ])
    expect(data).toMatchObject({ subTotal: 800, shippingAmount: 80, taxAmount: 64.9, totalAmount: 944.9 })
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('is at the rate of a class in the country of the buyer', async () => {
    const taxRates = [{ country: 'DE', state: null, name: 'USt.', percent: 19 }]
    const rates = [{ country: 'DE', state: null, name: null, percent: 7 }]
    await tax(
      { taxIncluded: true, taxRates, taxClasses: [...DEFAULTS.taxClasses, { name: 'Books', percent: 5, rates }] },
      EU,
    )

    const { data } = await buy(await shop.customer(), [await lineOf(11_900), await lineOf(10_700, 'Books')], {
      shippingAddress: inGermany,
    })

    expect(taxesIn(data.adjustments)).toEqual([
      ['Included tax (19% USt.)', 19, 100],
      ['Included tax (7% USt.)', 7, 100],
    ])
  })

  it.each([
    [
      'Maharashtra',
      [
        ['Tax (9% CGST)', 9, 100],
        ['Tax (9% SGST)', 9, 100],
      ],
      [
        ['$100.00', '$9.00', ''],
        ['', '$9.00', '$118.00'],
      ],
    ],
    ['Goa', [['Tax (18% IGST)', 18, 100]], [['$100.00', '$18.00', '$118.00']]],
  ])(
    'is split by the place of supply for a delivery to %s, and the invoice has HSN codes',
    async (state, taxes, sums) => {
      await tax({ taxState: 'Maharashtra', splitsGst: true })
      const customer = await shop.customer()
      const line = await lineOf(10_000, null, '62114210')
      const { data } = await buy(customer, [line], { shippingAddress: { ...shop.anAddress(), state } })
      await pay(customer, data._id)

      expect(taxesIn(data.adjustments)).toEqual(taxes)
      const order = await orderOf(customer, data._id)
      const row = await findInvoice(shop.db, order.invoices[0]._id)
      const document = row && invoiceDocument(row, order)
      expect(document?.lines[0]?.detail).toContain('HSN 62114210')
      expect(document?.facts).toContainEqual(['Place of supply', state])
      expect(document?.taxes.map(({ net, tax, gross }) => [net, tax, gross])).toEqual([
        ...sums,
        ['$80.00', '$0.00', '$80.00'],
      ])
    },
  )
})

describe('who buys', () => {
  const company = { company: 'Klein GmbH', taxNumber: 'de 136 695 976' }

  it('is on the order and its invoice with another address of the bill, and is erased with it', async () => {
    await tax({}, EU)
    const customer = await shop.customer()
    const { data } = await buy(customer, [await lineOf(10_000)], { ...company, billingAddress: inGermany })
    await pay(customer, data._id)

    const order = await orderOf(customer, data._id)
    expect(order).toMatchObject({ company: 'Klein GmbH', taxNumber: 'DE136695976', billingAddress: inGermany })
    const row = await findInvoice(shop.db, order.invoices[0]._id)
    const document = row && invoiceDocument(row, order)
    expect(document?.buyer[0]).toBe('Klein GmbH')
    expect(document?.buyer.at(-1)).toBe('Tax number: DE136695976')
    expect(document?.deliveredTo[0]).toContain(shop.anAddress().name.firstName)
  })

  it('pays no tax as a checked company of another country of the union, of prices with and without it', async () => {
    const taxes = { taxPercent: 20, taxName: 'VAT', taxCountry: 'FR', taxFreeCompanies: 'union' as const }
    await tax(taxes, EU)
    const customer = await shop.customer()
    const [one, two] = [await lineOf(10_000), await lineOf(12_000)]

    const onTop = (await buy(customer, [one], { ...company, shippingAddress: inGermany })).data
    const ways = ['paypal', 'delivery'].map(way => ({ way, isOn: true, ...EVERYWHERE }))
    const payments = { ways, deliveryFee: 2.4 }
    await tax({ taxIncluded: true }, { payments })
    const contained = (await buy(customer, [two], { ...company, shippingAddress: inGermany })).data
    await tax({ taxOnShipping: true })
    const byCash = await buy(customer, [two], { ...company, shippingAddress: inGermany, gateway: 'delivery' })

    expect(onTop).toMatchObject({ taxAmount: 0, totalAmount: 180, taxExemption: 'reverse-charge' })
    expect(contained).toMatchObject({ subTotal: 100, taxAmount: 0, totalAmount: 180, taxExemption: 'reverse-charge' })
    // 100.00, delivery of 66.67 and a fee of 2.00.
    expect(byCash.data).toMatchObject({ taxAmount: 0, totalAmount: 168.67 })
    expect(contained.adjustments).toContainEqual(expect.objectContaining({ label: 'Tax not charged', amount: -20 }))
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it.each([
    ['it names no number', { company: 'Klein GmbH' }, 'union'],
    ['it names no company', { taxNumber: 'DE136695976' }, 'union'],
    ['the owner sells with tax', company, 'none'],
    ['its number is of the country of the shop', { company: 'Klein', taxNumber: 'FR40303265045' }, 'union'],
  ] as const)('pays tax when %s', async (_, buyer, taxFreeCompanies) => {
    await tax({ taxPercent: 20, taxCountry: 'FR', taxFreeCompanies }, EU)

    const { data } = await buy(await shop.customer(), [await lineOf(10_000)], { ...buyer, shippingAddress: inGermany })

    expect(data).toMatchObject({ taxAmount: 20, taxExemption: null })
  })

  it('is refused with a number whose check digit is wrong', async () => {
    await tax({}, EU)
    const wrong = { company: 'Klein GmbH', taxNumber: 'DE136695978', shippingAddress: inGermany }

    const answer = await buy(await shop.customer(), [await lineOf(10_000)], wrong)

    expect(answer).toMatchObject({
      status: 400,
      errors: { taxNumber: expect.stringContaining('VAT number of Germany') },
    })
  })
})

describe('a class of tax', () => {
  it('stays while products have it', async () => {
    await lineOf(10_000, 'Reduced')

    const answer = await shop.changeSettings({ money: { taxClasses: [{ name: 'Zero', percent: 0, rates: [] }] } })

    expect(answer).toMatchObject({ status: 400, errors: { 'money.taxClasses': expect.stringContaining('Reduced') } })
  })

  it('is one of the settings: a product with another is refused', async () => {
    const admin = await shop.admin()
    const { id } = await shop.product()

    const answer = await shop.call('PUT', `/products/${id}`, { as: admin, body: { taxClass: 'Books', version: 1 } })

    expect(answer).toMatchObject({ status: 400, errors: { taxClass: expect.stringContaining('Reduced, Zero') } })
  })
})
