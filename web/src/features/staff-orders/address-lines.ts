import type { ShippingAddress } from '@mela/contract'

/** Name first, then as a postman reads it. */
export function addressLines({ name, building, street, city, state, pinCode, country }: ShippingAddress): string[] {
  return [`${name.firstName} ${name.lastName}`, building, street, `${city}, ${state} ${pinCode}`, country]
}
