import type { CountryCode } from 'libphonenumber-js/min'

/** Loaded by the first address that needs it. */
const library = () => import('libphonenumber-js/min')

export async function callingCodeOf(country: string): Promise<string> {
  const { getCountryCallingCode } = await library()
  return getCountryCallingCode(country as CountryCode)
}

/** As people of the country write it. */
export async function phoneExampleOf(country: string): Promise<string> {
  const [{ getExampleNumber }, { default: examples }] = await Promise.all([
    library(),
    import('libphonenumber-js/mobile/examples'),
  ])
  return getExampleNumber(country as CountryCode, examples)?.formatNational() ?? ''
}

/**
 * The number of an address, as typed in its country or with a country code: digits, and the country code without its plus. Its length decides,
 * because lists of the ranges in use are never complete. Undefined for what cannot be a number.
 */
export async function readPhone(country: string, typed: { countryCode: string; phoneNumber: string }) {
  const { default: parse } = await library()
  const { countryCode, phoneNumber } = typed
  const abroad = !phoneNumber.startsWith('+') && countryCode !== (await callingCodeOf(country))
  const tried = abroad ? [`+${countryCode}${phoneNumber}`] : [phoneNumber, `+${countryCode}${phoneNumber}`]
  const read = tried
    .map(text => parse(text, { defaultCountry: country as CountryCode, extract: false }))
    .find(number => number?.isPossible())
  return read && { countryCode: read.countryCallingCode as string, phoneNumber: read.nationalNumber as string }
}
