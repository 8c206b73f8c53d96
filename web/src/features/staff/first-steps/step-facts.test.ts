import { DEFAULT_SHOP, type FirstStep, type ShopInfo } from '@mela/contract'
import { expect, it } from 'vitest'
import { factOf } from './step-facts.ts'

const method = { name: 'Post', price: 4.9, steps: [], freeAbove: null, minDays: null, maxDays: null }

it.each<[FirstStep, Partial<ShopInfo>, string]>([
  ['name', { name: 'Kaffee' }, 'It is called Kaffee.'],
  ['money', { currency: 'EUR', taxPercent: 19, taxIncluded: true }, 'In EUR, 19 % included.'],
  ['money', {}, 'In USD, 18 % on top.'],
  ['money', { taxPercent: 0 }, 'In USD, without tax.'],
  ['countries', {}, 'Sold to India.'],
  ['countries', { countries: ['DE', 'AT'] }, 'Sold to Germany and Austria.'],
  ['countries', { countries: ['DE', 'AT', 'CH', 'FR', 'IT'] }, 'Sold to Germany, Austria, Switzerland and 2 more.'],
  [
    'delivery',
    {
      currency: 'EUR',
      zones: [
        { name: 'Germany', places: [], methods: [method] },
        { name: 'Elsewhere', places: [], methods: [method, { ...method, name: 'Parcel', price: 25 }] },
      ],
    },
    'Germany for €4.90, Elsewhere from €4.90.',
  ],
  ['open', { isClosed: true }, 'It is closed: visitors see “Opening soon”.'],
  ['open', {}, 'It is open to everybody.'],
])('a first step says what is set: %s of %o', (step, changed, fact) => {
  expect(factOf({ step, missing: [] }, { ...DEFAULT_SHOP, ...changed })).toBe(fact)
})

it('a first step says what is missing', () => {
  const zones = [{ name: 'Poland', places: [{ country: 'PL', state: null }], methods: [method] }]
  const shop = { ...DEFAULT_SHOP, currency: 'EUR', zones }

  expect(factOf({ step: 'delivery', missing: ['Germany', 'Austria'] }, shop)).toBe(
    'Poland for €4.90. Sold to, but in no zone: Germany and Austria.',
  )
  expect(factOf({ step: 'pages', missing: ['your email or address', 'About in your words'] }, shop)).toBe(
    'Still missing: your email or address; About in your words.',
  )
})
