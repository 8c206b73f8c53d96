import { z } from 'zod'
import { CURRENCY, TAX_PERCENT } from '../shared/constants.ts'
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
  rule: fields
    .number({ min: 0, max: 100 })
    .refine(
      percent => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6,
      'This takes three decimals at the most.',
    ),
})

const taxRates = settingType({
  input: 'rates',
  entry: {
    noun: 'rate',
    labels: { country: 'Country', state: 'State', name: 'Name of the tax', percent: 'Percent' },
  },
  shape: z.array(placeShape.extend({ name: taxName.shape, percent: percent.shape })),
  rule: z
    .array(
      z.object({ country, state, name: taxName.rule, percent: percent.rule }, fields.notAnObject),
      'This must be a list of rates.',
    )
    .max(200, 'This takes 200 rates at the most.')
    .refine(isOncePerPlace, 'A country or a state has two rates.'),
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
    hint: 'At the rate of the products.',
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
    hint: 'The rate of the state of the delivery address, else that of its country. 0 is no tax.',
  },
})
