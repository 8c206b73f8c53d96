import type { ShippingAddress } from '@mela/contract'

/** Name first, then the lines of a postal address; an order with erased personal data has no street (B67). */
export function addressLines({ name, building, street, city, state, pinCode, country }: ShippingAddress): string[] {
  const lines = [`${name.firstName} ${name.lastName}`, building, street, `${city}, ${state} ${pinCode}`.trim(), country]
  return lines.filter(line => line !== '')
}
