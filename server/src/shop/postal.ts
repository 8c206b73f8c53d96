import { countryCodeOf, type ShippingAddress } from '@mela/contract'
import { addressDataOf } from './country-data.ts'

/** An address in India or an unknown country stays as it is. */
export function withPostal<Placed extends Pick<ShippingAddress, 'country'>>(
  address: Placed,
): Placed & Pick<ShippingAddress, 'postal'> {
  const country = countryCodeOf(address.country)
  if (country === undefined || country === 'IN') return address
  return { ...address, postal: { country, format: addressDataOf(country).format } }
}
