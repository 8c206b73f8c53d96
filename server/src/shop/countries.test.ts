import { type Address, COUNTRIES, DEFAULT_SHOP } from '@mela/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { paymentToOpen } from '../payments/start-payment.ts'
import { checkAddress, countryFormOf, readPhone } from './check-address.ts'

const shop = startShop()
const { pay, orderOf } = buyersOf(shop)
const addresses = '/users/current-user/addresses'

const admin = shop.anAdmin()
afterEach(() => set({ countries: { sold: ['IN'] }, delivery: { zones: [zone([], 80)] }, money: { taxRates: [] } }))

const set = (groups: object) => shop.changeSettings(groups, admin)
const sellTo = (...sold: string[]) => set({ countries: { sold } })

const zone = (places: object[], price: number) => ({
  ...{ name: `Zone ${price}`, places },
  methods: [{ name: 'Post', price, steps: [], freeAbove: null, minDays: null, maxDays: null }],
})

const berlin = {
  name: { firstName: 'Lea', lastName: 'Wolf' },
  ...{ street: 'Ufer 7', city: 'Berlin', pinCode: '10115', country: 'Germany', phoneNumber: '030 901820' },
}
const portland = {
  name: { firstName: 'Sam', lastName: 'Hill' },
  ...{ street: '1 SW Ash St', building: 'Apt 4', city: 'Portland', state: 'oregon', pinCode: '97201' },
  ...{ country: 'United States', phoneNumber: '(503) 555-0142' },
}

async function buy(as: Person, shippingAddress: object) {
  const { id: product } = await shop.product({ price_cents: 10_000 })
  return shop.post('/orders', { products: [{ product, quantity: 1 }], shippingAddress }, as)
}

describe('a shop that sells to several countries', () => {
  it('saves an address by the rules of its country, with short names and the number as it is dialled', async () => {
    await sellTo('IN', 'DE', 'US')
    const customer = await shop.customer()

    const german = await shop.post(addresses, berlin, customer)
    const american = await shop.post(addresses, portland, customer)
    const indian = await shop.post(addresses, shop.anAddress(), customer)

    expect(german.data).toMatchObject({
      ...{ street: 'Ufer 7', building: '', state: '', pinCode: '10115', country: 'Germany' },
      ...{ countryCode: '49', phoneNumber: '30901820', postal: { country: 'DE', format: '%A%n%Z %C' } },
    })
    expect(american.data).toMatchObject({ state: 'OR', countryCode: '1', phoneNumber: '5035550142' })
    expect(indian.data).toEqual({ _id: indian.data._id, ...shop.anAddress() })
    const moved = await shop.call('PUT', `${addresses}/${german.data._id}`, { body: { city: 'Ulm' }, as: customer })
    expect(moved.data).toEqual({ ...german.data, city: 'Ulm' })
  })

  it('says in plain sentences what is missing, with an example', async () => {
    await sellTo('DE', 'US', 'IE')
    const customer = await shop.customer()
    const errors = async (draft: object) => (await shop.post(addresses, draft, customer)).errors

    expect(await errors({ ...berlin, street: ' ', pinCode: '1011', phoneNumber: '12' })).toEqual({
      street: 'Enter the street and house number.',
      pinCode: 'Enter a postal code like 26133.',
      phoneNumber: expect.stringMatching(/^Enter a phone number like 0\d+ \d+\.$/),
    })
    expect(await errors({ ...portland, state: 'Bavaria', pinCode: '' })).toEqual({
      state: 'Choose the state.',
      pinCode: 'Enter a ZIP code like 95014.',
    })
    expect(await errors({ ...berlin, country: 'Ireland', pinCode: 'x', phoneNumber: '+353 1 679 5000' })).toEqual({
      pinCode: 'Enter an Eircode like A65 F4E2.',
    })
  })

  it('refuses an address, and an order to one, in a country that it does not sell to', async () => {
    const customer = await shop.customer()
    const refusal = { status: 400, message: 'We do not sell to Germany.', code: 'validation_failed' }

    expect(await shop.post(addresses, berlin, customer)).toMatchObject({
      ...refusal,
      errors: { country: 'We do not sell to Germany.' },
    })
    expect(await buy(customer, berlin)).toMatchObject({
      ...refusal,
      errors: { 'shippingAddress.country': 'We do not sell to Germany.' },
    })
    await sellTo('DE')
    for (const country of ['India', 'Narnia']) {
      expect(await buy(customer, shop.anAddress({ country }))).toMatchObject({
        message: `We do not sell to ${country}.`,
      })
    }
  })

  it('refuses a country that it does not know, in any spelling, while it sells to India alone', async () => {
    await sellTo('IN')
    const customer = await shop.customer()
    for (const country of ['Narnia', 'Deutschland', ' germany ', 'Ind!a']) {
      const errors = expect.stringMatching(/^We do not sell to /)
      const saved = await shop.post(addresses, shop.anAddress({ country }), customer)
      expect([country, saved]).toMatchObject([country, { status: 400, errors: { country: errors } }])
      const ordered = await buy(customer, shop.anAddress({ country }))
      expect([country, ordered]).toMatchObject([
        country,
        { status: 400, errors: { 'shippingAddress.country': errors } },
      ])
    }
    for (const country of ['India', 'india', ' INDIA ', 'Bharat', 'भारत', 'IND']) {
      expect(await shop.post(addresses, shop.anAddress({ country }), customer)).toMatchObject({ status: 201 })
      expect([country, await buy(customer, shop.anAddress({ country }))]).toMatchObject([country, { status: 201 }])
    }
  })

  it('keeps saved addresses of a country that it does not sell to any more, to be changed or deleted', async () => {
    await sellTo('DE', 'FR')
    const customer = await shop.customer()
    const { data } = (await shop.post(addresses, berlin, customer)) as { data: Address }
    await sellTo('FR')

    const change = (body: object) => shop.call('PUT', `${addresses}/${data._id}`, { body, as: customer })

    expect((await shop.get(addresses, customer)).data).toEqual([data])
    expect(await buy(customer, data)).toMatchObject({ message: 'We do not sell to Germany.' })
    expect(await change({ city: 'Ulm' })).toMatchObject({ message: 'We do not sell to Germany.' })
    expect(await change({ country: 'France', city: 'Lyon', pinCode: '69001' })).toMatchObject({ status: 200 })
    expect(await shop.call('DELETE', `${addresses}/${data._id}`, { as: customer })).toMatchObject({ status: 200 })
  })

  it('delivers and taxes by country and state, and writes addresses as their country does', async () => {
    await set({
      countries: { sold: ['IN', 'DE', 'US'] },
      delivery: {
        zones: [zone([{ country: 'DE', state: null }], 5), zone([{ country: 'US', state: 'OR' }], 9), zone([], 80)],
      },
      money: {
        taxRates: [
          { country: 'DE', state: null, name: 'VAT', percent: 19 },
          { country: 'US', state: 'OR', name: null, percent: 0 },
        ],
      },
    })
    const customer = await shop.customer()
    const placed = async (address: object) => (await buy(customer, address)).data

    expect(await placed(shop.anAddress())).toMatchObject({ shippingAmount: 80, taxAmount: 18 })
    expect(await placed(portland)).toMatchObject({ shippingAmount: 9, taxAmount: 0 })
    const { _id: order, ...german } = await placed(berlin)
    expect(german).toMatchObject({ shippingAmount: 5, taxAmount: 19 })
    await pay(customer, order)
    expect((await orderOf(customer, order)).shippingAddress).toMatchObject({ postal: { country: 'DE' } })
    const opened = { returnUrl: '', brand: '', shopCountry: 'IN', email: '' }
    expect(paymentToOpen(await orderOf(customer, order), opened, { id: '', number: 1, at: new Date() })).toMatchObject({
      shipTo: { postal: { country: 'DE' } },
    })
    const email = await emailNow(shop, { kind: 'order-paid', order })
    expect(email?.text).toContain('Delivery to:\nLea Wolf\nUfer 7\n10115 Berlin\nGermany')
    const own = (await shop.get('/users/current-user/data', customer)).data
    expect(own.orders.map(({ shippingAddress }: { shippingAddress: object }) => shippingAddress)).toContainEqual(
      expect.objectContaining({ country: 'Germany', postal: expect.anything() }),
    )
  })
})

it('GET /shop/countries names the countries sold to, and one of them has its form', async () => {
  await sellTo('DE', 'TR')

  expect((await shop.get('/shop/countries')).data).toEqual([
    { code: 'DE', name: 'Germany' },
    { code: 'TR', name: 'T\u00fcrkiye' },
  ])
  expect((await shop.get('/shop/countries/DE')).data).toMatchObject({ callingCode: '49', states: null })
  expect(await shop.get('/shop/countries/ZZ')).toMatchObject({ status: 404, message: 'Country not found.' })
})

it('refuses settings that sell to no country or to one that is none', async () => {
  expect(await sellTo()).toMatchObject({ errors: { 'countries.sold': 'Choose a country.' } })
  expect(await sellTo('ZZ')).toMatchObject({ status: 400 })
  expect((await shop.get('/settings', admin)).data.countries).toEqual({ sold: ['IN'] })
})

describe('forms of addresses', () => {
  const codes = Object.keys(COUNTRIES)

  describe('the address form', () => {
    it('of every country asks for a street, and takes its own postal code and phone number', async () => {
      for (const code of codes.filter(code => code !== 'IN')) {
        const form = await countryFormOf(code)
        const { name = '', fields = [], postalCode, states, phoneExample = '' } = form ?? {}
        const draft = {
          name: { firstName: 'Ada', lastName: 'Li' },
          ...{ street: 'Au 1', city: 'Au', pinCode: postalCode?.example ?? '1', state: states?.[0]?.name ?? 'Au' },
          ...{ phoneNumber: phoneExample, country: name },
        }

        const address = await checkAddress({ ...DEFAULT_SHOP, countries: [code] }, draft)

        expect(
          fields.map(({ field }) => field),
          code,
        ).toContain('street')
        expect(await checkAddress({ ...DEFAULT_SHOP, countries: [code] }, address), code).toEqual(address)
      }
    })

    it('has the order and the words of its country', async () => {
      const shown = async (code: string) =>
        (await countryFormOf(code))?.fields.map(({ label, isRequired }) => `${label}${isRequired ? '' : '?'}`)

      expect(await shown('DE')).toEqual([
        'Street and house number',
        'Flat, floor, company or district?',
        'Postal code',
        'City',
      ])
      expect((await shown('US'))?.slice(2)).toEqual(['ZIP code', 'City', 'State'])
      expect((await shown('GB'))?.slice(2)).toEqual(['Town or city', 'Postal code'])
      expect((await shown('JP'))?.slice(2)).toEqual(['Postal code', 'Prefecture'])
      expect((await shown('IE'))?.slice(2)).toEqual(['City', 'County?', 'Eircode?'])
    })

    it('says how the postal codes of a state begin, and asks for the code before the state', async () => {
      const { states, fields = [] } = (await countryFormOf('AU')) ?? {}

      expect(states).toContainEqual({ value: 'VIC', name: 'Victoria', postalCodes: '[38]' })
      expect(fields.map(({ field }) => field)).toEqual(['street', 'building', 'pinCode', 'city', 'state'])
    })

    it('offers states in Latin letters', async () => {
      const states = (await Promise.all(codes.map(countryFormOf))).flatMap(form => form?.states ?? [])

      expect(states.filter(({ name }) => !/^[\p{Script=Latin}\p{Script=Common}\p{Mark}]+$/u.test(name))).toEqual([])
      expect((await countryFormOf('HK'))?.states?.map(({ name }) => name)).toContain('Kowloon')
    })

    it('is that of no unknown country', async () => {
      for (const code of ['ZZ', 'AQ', 'toString']) expect(await countryFormOf(code)).toBeUndefined()
    })
  })

  describe('a phone number', () => {
    it('is read the same again, once it is stored', async () => {
      for (const code of codes) {
        const { callingCode = '', phoneExample = '' } = (await countryFormOf(code)) ?? {}
        const stored = await readPhone(code, { countryCode: callingCode, phoneNumber: phoneExample })
        expect(stored && (await readPhone(code, stored)), code).toEqual(stored)
      }
    })

    it('may be one of another country, with its code', async () => {
      const berlin = { countryCode: '49', phoneNumber: '030 901820' }

      expect(await readPhone('DE', berlin)).toEqual({ countryCode: '49', phoneNumber: '30901820' })
      expect(await readPhone('DE', { ...berlin, phoneNumber: '+91 98200 12345' })).toEqual({
        ...{ countryCode: '91', phoneNumber: '9820012345' },
      })
      expect(await readPhone('DE', { countryCode: '91', phoneNumber: '9820012345' })).toEqual({
        ...{ countryCode: '91', phoneNumber: '9820012345' },
      })
      for (const phoneNumber of ['12', 'by the door', '+', '']) {
        expect(await readPhone('DE', { ...berlin, phoneNumber })).toBeUndefined()
      }
    })
  })
})
