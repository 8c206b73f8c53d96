import names from './country-names.json' with { type: 'json' }
import { isIndia } from './postal.ts'

/** Saved addresses contain these names. */
export const COUNTRIES: Readonly<Record<string, string>> = names

const CODES = new Map(Object.entries(COUNTRIES).map(([code, name]) => [name.toLowerCase(), code]))

export const countryCodeOf = (name: string): string | undefined =>
  isIndia(name) ? 'IN' : CODES.get(name.trim().toLowerCase())
