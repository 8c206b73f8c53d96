import { describe, expect, it } from 'vitest'
import { DEFAULT_SHOP } from '../settings/shop-info.ts'
import { orderTotals, SHOP_PRICING } from './pricing.ts'
import { deliveryMethodsFor, findAddressRefusal, pricingOf, withoutDelivery } from './shop-pricing.ts'

const rate = (country: string, state: string | null, percent: number) => ({ country, state, name: 'VAT', percent })
const shop = {
  ...DEFAULT_SHOP,
  taxRates: [rate('DE', null, 19), rate('IN', 'Goa', 12), rate('IN', null, 5), rate('IN', 'Sikkim', 0)],
}
/** The address as the server completes it. */
const inBhutan = { country: 'Bhutan', state: '', postal: { country: 'BT', format: '' } }
const percentFor = (country: string, state: string) => pricingOf(shop, { country, state }).taxes[0]?.percent

describe('the rules for an order', () => {
  it('are SPEC\u2019s under the default settings, whatever the address', () => {
    for (const address of [undefined, null, { country: 'India', state: 'Goa' }, { country: 'Narnia', state: 'North' }])
      expect(pricingOf(DEFAULT_SHOP, address)).toMatchObject({
        ...SHOP_PRICING,
        ...{ taxIncluded: false, taxOnShipping: false, taxByLine: false },
      })
  })

  it('have the tax of the state of the address, else of its country, else the default one', () => {
    expect(percentFor('India', ' goa ')).toBe(12)
    expect(percentFor('india', 'Kerala')).toBe(5)
    expect(percentFor('Narnia', 'Goa')).toBe(12)
    expect(pricingOf(shop, { ...inBhutan, state: 'Goa' }).taxes[0]?.percent).toBe(18)
    expect(pricingOf(shop).taxes).toEqual(SHOP_PRICING.taxes)
  })

  it.each(['GOA', ' g\u200bo\u200ba ', '\uff27\uff4f\uff41'])('know a state by any spelling: %j', state =>
    expect(percentFor('India', state)).toBe(12),
  )

  it('have no tax where the rate is 0', () => {
    expect(pricingOf(shop, { country: 'India', state: 'Sikkim' }).taxes).toEqual([])
  })

  it('name an included tax as such, and one without a name by its rate', () => {
    const own = { ...shop, taxIncluded: true, taxName: null, taxPercent: 8.875 }

    expect(pricingOf(own).taxes).toEqual([{ label: 'Included tax (8.875%)', percent: 8.875 }])
  })
})

const method = (name: string, price: number, given: object = {}) => ({
  ...{ name, price, steps: [], freeAbove: null, minDays: null, maxDays: null },
  ...given,
})
const place = (country: string, state: string | null = null) => ({ country, state })
const zones = [
  { name: 'India', places: [place('IN')], methods: [method('Post', 5), method('Express', 12)] },
  { name: 'Goa', places: [place('IN', 'Goa'), place('NP')], methods: [method('Boat', 2, { freeAbove: 50 })] },
  {
    name: 'Others',
    places: [],
    methods: [
      method('Parcel', 20, {
        steps: [
          { from: 100, price: 10 },
          { from: 200, price: 0.5 },
        ],
      }),
    ],
  },
]
const delivering = { ...DEFAULT_SHOP, zones, taxPercent: 0 }
const shippingTo = (address: Parameters<typeof pricingOf>[1], price: number, method?: string) =>
  orderTotals(
    [{ product: { price, onSale: false, salePrice: null }, quantity: 1 }],
    pricingOf(delivering, address, method),
  ).shippingPrice
const shippingFor = (price: number, country: string, state: string, method?: string) =>
  shippingTo({ country, state }, price, method)

describe('the delivery of an order', () => {
  it('is that of the zone of its state, else of its country, else of the zone without places', () => {
    const names = (country: string, state: string) =>
      deliveryMethodsFor(delivering, { country, state }).map(({ name }) => name)

    expect(names('India', 'Kerala')).toEqual(['Post', 'Express'])
    expect(names('India', 'GOA')).toEqual(['Boat'])
    expect(names('Narnia', 'Goa')).toEqual(['Boat'])
    expect(deliveryMethodsFor(delivering, inBhutan).map(({ name }) => name)).toEqual(['Parcel'])
    expect(deliveryMethodsFor(delivering, undefined).map(({ name }) => name)).toEqual(['Post', 'Express'])
    expect(deliveryMethodsFor({ ...delivering, zones: zones.slice(0, 2) }, inBhutan)).toEqual([])
  })

  it('is that of the European Union or of the rest of the world where no place of its own has the country', () => {
    const inCountry = (code: string) => ({ country: code, state: '', postal: { country: code, format: '' } })
    const zones = [
      { name: 'Rest', places: [place('WW')], methods: [method('Ship', 30)] },
      { name: 'Union', places: [place('EU')], methods: [method('Truck', 9)] },
      { name: 'Germany', places: [place('DE')], methods: [method('Post', 5)] },
      { name: 'Others', places: [], methods: [method('Never', 99)] },
    ]
    const nameFor = (code: string) => deliveryMethodsFor({ ...DEFAULT_SHOP, zones }, inCountry(code))[0]?.name

    expect(['DE', 'AT', 'CH', 'IN'].map(nameFor)).toEqual(['Post', 'Truck', 'Ship', 'Ship'])
    const taxRates = [rate('WW', null, 0), rate('EU', null, 21)]
    const percent = (code: string) => pricingOf({ ...shop, taxRates }, inCountry(code)).taxes[0]?.percent
    expect(['FR', 'BT'].map(percent)).toEqual([21, undefined])
  })

  it('costs what the chosen method costs, without a choice what the cheapest does', () => {
    expect(shippingFor(1000, 'India', 'Kerala')).toBe(500)
    expect(shippingFor(1000, 'India', 'Kerala', 'Express')).toBe(1200)
    expect(shippingFor(1000, 'India', 'Kerala', 'Pigeon')).toBe(500)
  })

  it('is free above the limit of its method, and not at it', () => {
    expect([5000, 5001].map(cents => shippingFor(cents, 'India', 'Goa'))).toEqual([200, 0])
  })

  it('costs what the last step says that the items reach', () => {
    expect([9999, 10_000, 19_999, 20_000].map(cents => shippingTo(inBhutan, cents))).toEqual([2000, 1000, 1000, 50])
  })
})

describe('a country that is sold to', () => {
  const post = [method('Post', 5)]
  const zone = (...places: { country: string; state: string | null }[]) => ({ name: 'Zone', places, methods: post })
  const sold = ['PL', 'DE', 'IN', 'BT']
  const inGermany = { country: 'Germany', state: '', postal: { country: 'DE', format: '' } }
  const inIndia = (state: string) => ({ country: 'India', state })

  it.each([
    ['by its country', [zone(place('PL'))], ['DE', 'IN', 'BT']],
    ['by a part of it', [zone(place('PL'), place('IN', 'Goa'))], ['DE', 'BT']],
    ['by its group', [zone(place('EU'))], ['IN', 'BT']],
    ['as the rest of the world', [zone(place('PL')), zone(place('WW'))], []],
    ['by a zone without places', [zone(place('PL')), zone()], []],
  ])('is delivered to %s, else it is named', (_, zones, countries) => {
    expect(withoutDelivery({ zones }, sold)).toEqual(countries)
  })

  it.each([
    [inGermany, 'We do not deliver to Germany.'],
    [inIndia('Kerala'), 'We do not deliver to Kerala, India.'],
    [inIndia('goa'), undefined],
    [{ country: 'Narnia', state: '' }, 'We do not sell to Narnia.'],
  ])('takes orders to an address with delivery alone, and says of others why not: %o', (address, refusal) => {
    const zones = [zone(place('PL'), place('IN', 'Goa'))]

    expect(findAddressRefusal({ zones, countries: sold }, address)).toBe(refusal)
  })
})
