import {
  type AddressDraft,
  type AddressInput,
  addressInput,
  addressRules,
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
import { z } from 'zod'
import { invalid, invalidBecause } from '../platform/http/errors.ts'
import { addressDataOf, countryFormOf, readPhone } from './country-form.ts'

/** Tax and delivery may depend on the state. */
export type AddressTerms = Pick<ShopInfo, 'countries'> & Pick<PricedShop, 'taxRates' | 'zones'>

/** Throws when the shop does not sell to that country. `at` is the path of the address in the body. */
export async function checkAddress(shop: AddressTerms, draft: AddressDraft, at?: string): Promise<AddressInput> {
  const { country } = draft
  const code = typeof country === 'string' ? countryCodeOf(country) : undefined
  const abroad = code === undefined || code === 'IN' ? undefined : await countryFormOf(code)
  const path = (field: string) => [at, field].filter(Boolean).join('.')

  const parsed = (abroad ? addressRules(abroad) : addressInput).safeParse(draft)
  const phone = abroad && (await readPhone(abroad.code, phoneOf({ countryCode: abroad.callingCode, ...Object(draft) })))
  const issues = parsed.error?.issues ?? []
  if (abroad && !phone && !issues.some(({ path }) => path[0] === 'phoneNumber')) {
    issues.push({ code: 'custom', path: ['phoneNumber'], message: phoneMessage(abroad), input: draft.phoneNumber })
  }
  const isIndian = parsed.success && !abroad
  if (isIndian && dependsOnState(shop, 'IN') && !(await isStateOf('IN', parsed.data.state))) {
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
export async function isStateOf(code: string, state: string): Promise<boolean> {
  const { states } = (await countryFormOf(code)) ?? {}
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
