import { type CountryName, deliversTo, listNames, notDelivered, type Place } from '@mela/contract'
import { useShop } from '../../../lib/shop.ts'

/** For the field of a country or state that the shop does not deliver to: says so, and where it does deliver. */
export function useDeliveryNote(sold: readonly CountryName[], place: Place, name: string) {
  const shop = useShop()
  if (deliversTo(shop, place)) return undefined
  const served = sold
    .filter(({ code }) => deliversTo(shop, { country: code, state: null }))
    .map(({ code, name }) => (deliversTo(shop, { country: code, state: '' }) ? name : `parts of ${name}`))
  const remedy =
    served.length > 0
      ? `Please choose an address elsewhere: we deliver to ${listNames(served, 3)}.`
      : `Please ask us at ${shop.email}.`
  return (
    <span role="alert" className="text-warn">
      {`${notDelivered(name)} ${remedy}`}
    </span>
  )
}
