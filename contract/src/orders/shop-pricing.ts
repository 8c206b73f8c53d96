import type { DeliveryMethod } from '../settings/delivery-settings.ts'
import type { ShopInfo } from '../settings/shop-info.ts'
import { toCents } from '../shared/money.ts'
import { countryOf, notDelivered, notSold, sellsTo, stateKey } from '../shared/postal.ts'
import type { ShippingAddress } from '../shared/users.ts'
import { type PricingContext, taxLabelOf } from './pricing.ts'

/** Places that stand for several countries, beside those of ISO 3166-1; 'WW' is every country without a place of its own. */
export const PLACE_GROUPS: Readonly<Record<string, string>> = { EU: 'European Union', WW: 'Rest of the world' }

const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const widerPlaces = (country: string): string[] => [country, ...(EUROPEAN_UNION.includes(country) ? ['EU'] : []), 'WW']

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

/** Only a known state will do where this holds. */
export const dependsOnState = ({ taxRates, zones }: Pick<PricedShop, 'taxRates' | 'zones'>, code: string): boolean =>
  [...taxRates, ...zones.flatMap(({ places }) => places)].some(
    ({ country, state }) => country === code && state !== null,
  )

export type PricedShop = Pick<
  ShopInfo,
  'taxIncluded' | 'taxName' | 'taxPercent' | 'taxRates' | 'taxOnShipping' | 'taxRounding' | 'zones'
>
type Zoned = Pick<PricedShop, 'zones'>
type Address = Parameters<typeof placeOf>[0] | null | undefined

/** The zone of the address's state, else of its country, else the one without places; undefined: no delivery. */
function zoneFor({ zones }: Zoned, place: Place | undefined) {
  const found = entryFor(
    zones.flatMap(zone => zone.places.map(place => ({ ...place, zone }))),
    place,
  )
  return found?.zone ?? zones.find(({ places }) => places.length === 0)
}

/** Whether the shop delivers to a place; of a whole country, to a part of it at least. */
export const deliversTo = (shop: Zoned, place: Place): boolean =>
  zoneFor(shop, place) !== undefined ||
  (place.state === null && dependsOnState({ zones: shop.zones, taxRates: [] }, place.country))

/** An order to these countries is refused. */
export const withoutDelivery = (shop: Zoned, countries: readonly string[]): string[] =>
  countries.filter(country => !deliversTo(shop, { country, state: null }))

/** Answers a sentence; undefined where the shop delivers. */
export function findAddressRefusal(shop: Zoned & Pick<ShopInfo, 'countries'>, address: Parameters<typeof placeOf>[0]) {
  if (!sellsTo(shop.countries, address)) return notSold(address.country)
  const place = placeOf(address)
  if (deliversTo(shop, place)) return undefined
  const isInPart = deliversTo(shop, { ...place, state: null })
  return notDelivered(isInPart ? `${address.state}, ${address.country}` : address.country)
}

/** Answers the first zone's methods until the address is known; none where the shop does not deliver. */
export function deliveryMethodsFor(shop: PricedShop, address: Address): DeliveryMethod[] {
  const zone = address ? zoneFor(shop, placeOf(address)) : shop.zones[0]
  return zone?.methods ?? []
}

export const shippingRuleOf = ({
  name,
  price,
  steps,
  stepsByWeight = false,
  freeAbove,
}: DeliveryMethod): PricingContext['shipping'] => ({
  label: name,
  cents: toCents(price),
  freeAboveCents: freeAbove === null ? null : toCents(freeAbove),
  ...(steps.length > 0 && {
    steps: steps.map(({ from, price }) => ({
      from: stepsByWeight ? Math.round(from * 1000) : toCents(from),
      cents: toCents(price),
    })),
    stepsByWeight,
  }),
})

/** Shipping costs 0 where the shop does not deliver, because such an order is refused. */
export function pricingOf(shop: PricedShop, address?: Address, method?: string): PricingContext {
  const { taxIncluded, taxOnShipping } = shop
  const own = entryFor(shop.taxRates, address ? placeOf(address) : undefined)
  const { name, percent } = own ?? { name: shop.taxName, percent: shop.taxPercent }
  const methods = deliveryMethodsFor(shop, address)
  const chosen = methods.filter(({ name }) => name === method)
  const [shipping = NO_SHIPPING, ...otherShipping] = (chosen.length > 0 ? chosen : methods).map(shippingRuleOf)
  return {
    shipping,
    ...(otherShipping.length > 0 && { otherShipping }),
    taxes: percent > 0 ? [{ label: taxLabelOf(percent, name, taxIncluded), percent }] : [],
    taxIncluded,
    taxOnShipping,
    taxByLine: shop.taxRounding === 'line',
  }
}

const NO_SHIPPING: PricingContext['shipping'] = { label: 'Shipping', cents: 0, freeAboveCents: null }
