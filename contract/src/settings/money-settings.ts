import { z } from 'zod'
import { LONGEST_TAX_CLASS } from '../catalog/product-fields.ts'
import { DEFAULT_TAX_CLASS, SHARED } from '../orders/taxes.ts'
import { CURRENCY, TAX_PERCENT } from '../shared/constants.ts'
import { COUNTRIES } from '../shared/countries.ts'
import * as fields from '../shared/fields.ts'
import { decimalsOf } from '../shared/money.ts'
import { CURRENCIES } from './currencies.ts'
import {
  choice,
  country,
  describeSettings,
  flag,
  isOncePerPlace,
  line,
  notACountry,
  optional,
  placeShape,
  settingType,
  state,
  textType,
} from './setting-types.ts'

const notACurrency = 'This is not a currency, such as EUR.'
const currency = textType(
  'currency',
  z
    .string(notACurrency)
    .trim()
    .toUpperCase()
    .refine(code => CURRENCIES.includes(code), notACurrency)
    .refine(code => decimalsOf(code) === 2, 'The shop counts hundredths, which this currency does not have.'),
)

const taxName = optional(line({ max: 20 }))

const percent = settingType({
  input: 'number',
  shape: z.number(),
  rule: fields.percent({ min: 0 }),
})

const ratesShape = z.array(placeShape.extend({ name: taxName.shape, percent: percent.shape }))
const ratesRule = z
  .array(
    z.object({ country, state, name: taxName.rule, percent: percent.rule }, fields.notAnObject),
    'This must be a list of rates.',
  )
  .max(200, 'This takes 200 rates at the most.')
  .refine(isOncePerPlace, 'A country or a state has two rates.')

const taxRates = settingType({
  input: 'rates',
  shape: ratesShape,
  rule: ratesRule,
})

const reserved = [DEFAULT_TAX_CLASS, SHARED].map(name => name.toLowerCase())
const className = fields
  .line({ max: LONGEST_TAX_CLASS })
  .refine(name => !reserved.includes(name.toLowerCase()), 'This name is taken.')

const taxClasses = settingType({
  input: 'tax-classes',
  shape: z.array(z.object({ name: z.string(), percent: percent.shape, rates: ratesShape })),
  rule: z
    .array(
      z.object({ name: className, percent: percent.rule, rates: ratesRule }, fields.notAnObject),
      'This must be a list of classes.',
    )
    .max(20, 'This takes 20 classes at the most.')
    .refine(
      classes => new Set(classes.map(({ name }) => name.toLowerCase())).size === classes.length,
      'Two classes have the same name.',
    ),
})

const taxCountry = settingType({
  input: 'country',
  shape: z.string(),
  rule: country.refine(code => code in COUNTRIES, notACountry),
})

export const MONEY_SETTINGS = describeSettings({
  currency: {
    card: 'Currency',
    type: currency,
    default: CURRENCY.code,
    isPublic: true,
    label: 'Currency',
    hint: 'On every price. A change converts none: 20.00 stays 20.00. Orders keep the currency that they were placed in.',
  },
  showsLowestPrice: {
    card: 'Sale prices',
    type: flag,
    default: false,
    label: 'Show the lowest price of 30 days',
    hint: 'Beside a reduced price on the product’s page. The European Union asks for it (Directive 98/6/EC, Article 6a).',
  },
  taxIncluded: {
    card: 'Tax',
    type: flag,
    default: false,
    isPublic: true,
    label: 'Prices contain the tax',
    hint: 'The total of an order is what its products and the shipping cost, and says how much of it is tax. Otherwise tax is added.',
  },
  /** The name of the tax where `taxRates` has no entry; null for the word tax alone. */
  taxName: {
    card: 'Tax',
    type: taxName,
    default: 'GST',
    isPublic: true,
    label: 'Name of the tax',
    hint: 'Beside its rate: “Tax (18% GST)”. Left out when empty.',
  },
  taxPercent: {
    card: 'Tax',
    type: percent,
    default: TAX_PERCENT,
    isPublic: true,
    label: 'Tax rate',
    hint: 'In percent, for every delivery address that has no rate of its own below.',
  },
  taxOnShipping: {
    card: 'Tax',
    type: flag,
    default: false,
    isPublic: true,
    label: 'Shipping is taxed',
    hint: 'At the rates of the class below.',
  },
  shippingTaxClass: {
    card: 'Tax',
    type: optional(textType('tax-class', fields.line({ max: LONGEST_TAX_CLASS }))),
    isPublic: true,
    label: 'Class of a taxed shipping',
    hint: 'One class, or shared out: each part of the shipping then has the rate of the products that it carries.',
  },
  taxRounding: {
    card: 'Tax',
    type: choice({ total: 'Once for the order', line: 'For each product' }),
    default: 'total',
    isPublic: true,
    label: 'Rounding of tax',
    hint: 'Half a cent is rounded up, once for the whole order or for each product of it.',
  },
  taxRates: {
    card: 'Tax',
    type: taxRates,
    default: [],
    isPublic: true,
    label: 'Rates by country and state',
    hint: 'The rate of the state of the delivery address, else that of its country. 0 is no tax. To sell in the European Union at the rates of the buyer’s country, fill in its standard rates as known in 2025, and check each before you save.',
  },
  taxClasses: {
    card: 'Tax classes',
    type: taxClasses,
    default: [
      { name: 'Reduced', percent: 5, rates: [] },
      { name: 'Zero', percent: 0, rates: [] },
    ],
    isPublic: true,
    label: 'Classes beside the standard one',
    hint: 'Kinds of products with rates of their own, such as books or food. A product names its class; one without a class has the tax above.',
  },
  taxCountry: {
    card: 'Place of the shop',
    type: taxCountry,
    default: 'IN',
    isPublic: true,
    label: 'Country of the shop',
    hint: 'Where the shop is registered for tax.',
  },
  taxState: {
    card: 'Place of the shop',
    type: optional(textType('state', fields.line({ max: 60 }))),
    isPublic: true,
    label: 'State of the shop',
    hint: 'For shops in India: deliveries within it have CGST and SGST.',
  },
  splitsGst: {
    card: 'Place of the shop',
    type: flag,
    default: false,
    isPublic: true,
    label: 'Split GST by the place of supply',
    hint: 'For shops in India: CGST and SGST (or UTGST) in equal halves within the state of the shop, IGST to other states. Addresses then need a state of India as it is written.',
  },
  taxFreeCompanies: {
    card: 'Place of the shop',
    type: {
      ...choice({
        none: 'None',
        union: 'In other countries of the European Union, by VAT number',
        abroad: 'In all other countries, by tax number',
      }),
      input: 'tax-free',
    },
    default: 'none',
    isPublic: true,
    label: 'Companies that buy without tax',
    hint: 'Their number is checked by its form and its check digits. Invoices say “Reverse charge” within the European Union. Prices that contain the tax are reduced by it.',
  },
})
