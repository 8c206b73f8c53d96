import type { CountryCode } from 'libphonenumber-js/min'

/** Loaded by the first address that needs it. */
const library = () => import('libphonenumber-js/min')

export async function callingCodeOf(country: string): Promise<string> {
  const { getCountryCallingCode } = await library()
  return getCountryCallingCode(country as CountryCode)
}

/** An example in the country's own notation. */
export async function phoneExampleOf(country: string): Promise<string> {
  const [{ getExampleNumber }, { default: examples }] = await Promise.all([
    library(),
    import('libphonenumber-js/mobile/examples'),
  ])
  return getExampleNumber(country as CountryCode, examples)?.formatNational() ?? ''
}

/**
 * The digits of a phone number, and its country code without the plus; typed as in its country, or with a country code.
 * Only the length is checked, because lists of the ranges in use are never complete. Undefined for an impossible
 * number.
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
