import { countryOf, stateKey } from '../shared/postal.ts'
import type { ShippingAddress } from '../shared/users.ts'

/** Places that stand for several countries, beside those of ISO 3166-1; 'WW' is every country without a place of its own. */
export const PLACE_GROUPS: Readonly<Record<string, string>> = { EU: 'European Union', WW: 'Rest of the world' }

const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

export const isInUnion = (country: string): boolean => EUROPEAN_UNION.includes(country)

const widerPlaces = (country: string): string[] => [country, ...(isInUnion(country) ? ['EU'] : []), 'WW']

/** The rest of the world is the countries that are sold to. */
export const countriesOf = (place: string): string[] =>
  place === 'EU' ? EUROPEAN_UNION : place === 'WW' ? [] : [place]

export interface Place {
  country: string
  state: string | null
}

/** Orders from before the shop refused unknown countries are in India. */
export const placeOf = (address: Pick<ShippingAddress, 'country' | 'state' | 'postal'>): Place => ({
  country: countryOf(address) ?? 'IN',
  state: address.state,
})

export function entryFor<Entry extends Place>(entries: readonly Entry[], place: Place | undefined): Entry | undefined {
  if (!place) return undefined
  const key = stateKey(place.state ?? '')
  const ofState = entries.find(
    ({ country, state }) => country === place.country && state !== null && stateKey(state) === key,
  )
  const whole = widerPlaces(place.country).map(name =>
    entries.find(({ country, state }) => country === name && state === null),
  )
  return ofState ?? whole.find(entry => entry !== undefined)
}
