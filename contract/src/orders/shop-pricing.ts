import type { DeliveryMethod } from '../settings/delivery-settings.ts'
import type { ShopInfo } from '../settings/shop-info.ts'
import { toCents } from '../shared/money.ts'
import { notDelivered, notSold, sellsTo } from '../shared/postal.ts'
import { entryFor, type Place, placeOf } from './places.ts'
import type { PricingContext } from './pricing.ts'
import { type TaxExemption, type TaxedShop, taxRulesOf } from './shop-taxes.ts'

/** Only a known state will do where this holds. */
export const dependsOnState = (
  { taxRates, zones, taxClasses, splitsGst }: Pick<PricedShop, 'taxRates' | 'zones' | 'taxClasses' | 'splitsGst'>,
  code: string,
): boolean =>
  (splitsGst && code === 'IN') ||
  [...taxRates, ...taxClasses.flatMap(({ rates }) => rates), ...placesOf(zones)].some(
    ({ country, state }) => country === code && state !== null,
  )

const placesOf = (zones: PricedShop['zones']): Place[] => zones.flatMap(({ places }) => places)

export type PricedShop = TaxedShop & Pick<ShopInfo, 'zones'>
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
  (place.state === null &&
    placesOf(shop.zones).some(({ country, state }) => country === place.country && state !== null))

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

const shippingRuleOf = ({
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
export function pricingOf(
  shop: PricedShop,
  address?: Address,
  method?: string,
  exemption?: TaxExemption,
): PricingContext {
  const methods = deliveryMethodsFor(shop, address)
  const chosen = methods.filter(({ name }) => name === method)
  const [shipping = NO_SHIPPING, ...otherShipping] = (chosen.length > 0 ? chosen : methods).map(shippingRuleOf)
  return {
    shipping,
    ...(otherShipping.length > 0 && { otherShipping }),
    ...taxRulesOf(shop, address ? placeOf(address) : undefined, exemption),
  }
}

const NO_SHIPPING: PricingContext['shipping'] = { label: 'Shipping', cents: 0, freeAboveCents: null }
