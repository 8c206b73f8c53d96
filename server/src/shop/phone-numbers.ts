import type { CountryCode } from 'libphonenumber-js/min'

const library = () => import('libphonenumber-js/min')

export async function callingCodeOf(country: string): Promise<string> {
  const { getCountryCallingCode } = await library()
  return getCountryCallingCode(country as CountryCode)
}

export async function phoneExampleOf(country: string): Promise<string> {
  const [{ getExampleNumber }, { default: examples }] = await Promise.all([
    library(),
    import('libphonenumber-js/mobile/examples'),
  ])
  return getExampleNumber(country as CountryCode, examples)?.formatNational() ?? ''
}

/** Lists of the ranges in use are never complete, so only the length is checked. Undefined for an impossible number. */
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
