import type { ShippingAddress } from './users.ts'

type Placed = Pick<ShippingAddress, 'country' | 'postal'>

export const countryOf = ({ country, postal }: Placed): string | undefined =>
  postal?.country ?? (isIndia(country) ? 'IN' : undefined)

const INDIA = ['india', 'ind', 'bharat', 'republic of india', 'भारत']

/** Whether a typed country is India: SPEC's clients send it as a text. */
export const isIndia = (country: string): boolean => INDIA.includes(country.trim().toLowerCase())

export function sellsTo(sold: readonly string[], address: Placed): boolean {
  const code = countryOf(address)
  return code !== undefined && sold.includes(code)
}

export const notSold = (country: string) => `We do not sell to ${country}.`

export const notDelivered = (place: string) => `We do not deliver to ${place}.`

/** The lines stand as the country writes them; an order with erased personal data has no street. */
export function addressLines(address: ShippingAddress): string[] {
  const { name, building, street, city, state, pinCode, country, postal } = address
  const format = postal?.format ?? '%B%n%T%n%C, %S %Z'
  const parts: Record<string, string> = {
    A: `${street}%n${building}`,
    B: building,
    T: street,
    C: city,
    S: state,
    Z: pinCode,
  }
  const lines = format.replace(/%([A-Z])/g, (_, part) => parts[part] ?? '').split('%n')
  const tidy = lines.map(line => line.replace(/^[\s,/-]+|[\s,/-]+$/g, '').replace(/\s+/g, ' '))
  return [`${name.firstName} ${name.lastName}`, ...tidy, country].filter(line => line !== '')
}

/** Ignores case, spaces, signs, invisible characters and 'Islands' at the end of a state's name. */
export const stateKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+|islands$/gu, '')
