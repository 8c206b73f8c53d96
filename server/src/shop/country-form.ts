import { type AddressField, COUNTRIES, type CountryForm } from '@mela/contract'
import { addressDataOf } from './country-data.ts'
import { callingCodeOf, phoneExampleOf } from './phone-numbers.ts'

const FIELDS: Record<string, AddressField[]> = { A: ['street', 'building'], C: ['city'], S: ['state'], Z: ['pinCode'] }

const CITY: Record<string, string> = { post_town: 'Town or city', district: 'District', suburb: 'Suburb' }
const CODE: Record<string, string> = { zip: 'ZIP code', pin: 'Pin code', eircode: 'Eircode' }

/** Undefined for an unknown country. */
export async function countryFormOf(code: string): Promise<CountryForm | undefined> {
  const name = Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code] : undefined
  if (name === undefined) return undefined

  const data = addressDataOf(code)
  const asked = [...data.format.matchAll(/%([A-Z])/g)].map(([, part = '']) => part)
  // A format with the street last goes from the largest part to the smallest; the form asks for the street first.
  const order = asked.indexOf('A') > 0 ? ['A', ...asked.filter(part => part !== 'A')] : asked
  const labels: Record<AddressField, string> = {
    street: 'Street and house number',
    building: 'Flat, floor, company or district',
    city: CITY[data.locality_name_type] ?? 'City',
    state: data.state_name_type === 'do_si' ? 'Province' : capitalised(data.state_name_type),
    pinCode: CODE[data.zip_name_type] ?? 'Postal code',
  }
  return {
    ...{ code, name, callingCode: await callingCodeOf(code), phoneExample: await phoneExampleOf(code) },
    fields: order.flatMap(part =>
      (FIELDS[part] ?? []).map(field => ({
        ...{ field, label: labels[field] },
        isRequired: field !== 'building' && data.require.includes(part),
      })),
    ),
    postalCode: data.zip ? { pattern: data.zip, example: data.zipex } : null,
    states: asked.includes('S') ? (data.sub_regions ?? null) : null,
  }
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
