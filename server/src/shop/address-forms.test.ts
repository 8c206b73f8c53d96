import { COUNTRIES, DEFAULT_SHOP } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { checkAddress } from './check-address.ts'
import { countryFormOf } from './country-form.ts'
import { phoneExampleOf, readPhone } from './phone-numbers.ts'

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
    expect((await shown('US'))?.slice(2)).toEqual(['City', 'State', 'ZIP code'])
    expect((await shown('GB'))?.slice(2)).toEqual(['Town or city', 'Postal code'])
    expect((await shown('JP'))?.slice(2)).toEqual(['Prefecture', 'Postal code'])
    expect((await shown('IE'))?.slice(2)).toEqual(['City', 'County?', 'Eircode?'])
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
      const typed = { countryCode: '', phoneNumber: await phoneExampleOf(code) }
      const { countryCode = '' } = (await readPhone(code, { ...typed, phoneNumber: `+${1}` })) ?? {}
      expect(countryCode).toBe('')
      if (typed.phoneNumber === '') continue
      const form = await countryFormOf(code)
      const stored = await readPhone(code, { ...typed, countryCode: form?.callingCode ?? '' })
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
