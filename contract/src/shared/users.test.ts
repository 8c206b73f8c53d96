import { expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { type AddressInput, address, addressInput, roles } from './users.ts'

function anAddress(given: Partial<Record<keyof AddressInput, unknown>> = {}) {
  return {
    name: { firstName: 'Asha', lastName: 'Rao' },
    countryCode: '91',
    phoneNumber: '9820012345',
    building: '12 Sea View Apartments',
    street: 'Carter Road, Bandra West',
    city: 'Mumbai',
    state: 'Maharashtra',
    pinCode: '400050',
    country: 'India',
    ...given,
  }
}

it('T266 keeps an address as it was typed, but for the white space around it', () => {
  expect(addressInput.parse(anAddress())).toEqual(anAddress())
  expect(addressInput.parse(anAddress({ city: ' Mumbai ', user: 'x' } as object))).toEqual(anAddress())
})

it.each([
  ['phoneNumber', 10, 10, 'Phone number is not valid', 'long'],
  ['building', 10, 120, 'Building is not valid', 'or more'],
  ['street', 10, 120, 'Street is not valid', 'or more'],
  ['city', 3, 120, 'City is not valid', 'or more'],
  ['state', 3, 120, 'State is not valid', 'or more'],
  ['pinCode', 6, 12, 'Pin code is not valid', 'or more'],
  ['country', 3, 120, 'Country is not valid', 'or more'],
] as const)(
  'T283 T284 T285 T286 T295 T297 T298 T299 T300 T301 T302 B128 %s has %i to %i characters',
  (field, min, max, sentence, ending) => {
    const wrong = (value: unknown) => complaints(addressInput, anAddress({ [field]: value }))[field]

    expect(wrong('1'.repeat(min - 1))).toBe(`${sentence}. This must be ${min} character(s) ${ending}.`)
    expect(wrong(`${'1'.repeat(min - 1)}   `)).toBe(`${sentence}. This must be ${min} character(s) ${ending}.`)
    expect(wrong('1'.repeat(min))).toBeUndefined()
    expect(wrong('1'.repeat(max))).toBeUndefined()
    const tooLong = ending === 'long' ? 'long' : 'or less'
    expect(wrong('1'.repeat(max + 1))).toBe(`${sentence}. This must be ${max} character(s) ${tooLong}.`)
    expect(wrong('')).toBe(sentence)
  },
)

it('T295 B127 phone numbers are digits', () => {
  for (const phoneNumber of ['abcdefghij', '98200 1234', '+919820012', '٩٨٢٠٠١٢٣٤٥']) {
    expect(complaints(addressInput, anAddress({ phoneNumber }))).toEqual({ phoneNumber: 'Phone number is not valid' })
  }
})

it('T267 T296 C16 has +91 and India when they are missing, and refuses empty ones', () => {
  for (const missing of [undefined, null]) {
    expect(addressInput.parse(anAddress({ countryCode: missing, country: missing }))).toEqual(anAddress())
  }
  const { countryCode, country, ...rest } = anAddress()
  expect(addressInput.parse(rest)).toEqual({ ...rest, countryCode: '91', country: 'India' })
  expect(complaints(addressInput, { ...rest, countryCode: '', country: '' })).toEqual({
    countryCode: 'Country code is not valid',
    country: 'Country is not valid',
  })
})

it('parses rows that were written under looser rules', () => {
  const old = { ...anAddress({ building: '', phoneNumber: '1' }), _id: 'a'.repeat(24) }

  expect(address.parse(old)).toEqual(old)
})

it('T274 knows the roles admin, customer and manager', () => {
  expect([...roles]).toEqual(['admin', 'customer', 'manager'])
})
