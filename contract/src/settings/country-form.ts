import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { isBlank, line, numberAsText, orDefault, personName } from '../shared/fields.ts'
import { ofText, plainIdentifier, readPostalCode } from '../shared/identifiers.ts'
import { type AddressInput, withoutPlus } from '../shared/users.ts'

/** SPEC's names: `street` is the first line, `building` the second. */
export const addressFields = ['street', 'building', 'city', 'state', 'pinCode'] as const
export type AddressField = (typeof addressFields)[number]

export const countryForm = z.object({
  code: z.string(),
  name: z.string(),
  /** How it writes an address, such as '%A%n%Z %C'. */
  format: z.string(),
  callingCode: z.string(),
  phoneExample: z.string(),
  /** Fields stand in the country's order; a field that is not here is empty. */
  fields: z.array(z.object({ field: z.enum(addressFields), label: z.string(), isRequired: z.boolean() })),
  postalCode: z.object({ pattern: z.string(), example: z.string() }).nullable(),
  /** `postalCodes` is a pattern of how the state's codes begin. */
  states: z.array(z.object({ value: z.string(), name: z.string(), postalCodes: z.string().optional() })).nullable(),
})
export type CountryForm = z.output<typeof countryForm>
type AskedField = CountryForm['fields'][number]

const countryName = countryForm.pick({ code: true, name: true })
export type CountryName = z.output<typeof countryName>

export const phoneMessage = ({ phoneExample }: CountryForm) => `Enter a phone number like ${phoneExample}.`

/** India has `addressInput`. The server checks the phone number and its country code. */
export function addressRules(form: CountryForm): z.ZodType<AddressInput, AddressInput> {
  const rules = addressFields.map(field => {
    const asked = form.fields.find(one => one.field === field)
    return [field, asked ? ruleOf(form, asked) : z.preprocess(() => '', z.string())]
  })
  return z.object(
    {
      name: personName,
      countryCode: z.preprocess(
        typed => orDefault(form.callingCode)(withoutPlus(typed)),
        line({ message: 'Country code is not valid', max: 4 }),
      ),
      phoneNumber: z.preprocess(
        typed => ofText(plainIdentifier)(numberAsText(typed)),
        line({ message: phoneMessage(form), max: 30 }),
      ),
      ...Object.fromEntries(rules),
      country: z.preprocess(() => form.name, z.string()),
    },
    'Address is not valid',
  ) as unknown as z.ZodType<AddressInput, AddressInput>
}

function ruleOf(form: CountryForm, asked: AskedField): z.ZodType {
  const { field, isRequired } = asked
  const message = messageOf(form, asked)
  const asText = (typed: unknown) => (isBlank(typed) ? '' : numberAsText(typed))
  const rule = { message, min: isRequired ? 1 : 0, max: field === 'pinCode' ? 24 : 120 }
  return z.preprocess(asText, line(rule)).pipe(
    z.string().transform((typed, { issues }) => {
      const value = typed === '' ? '' : keptValue(form, field, typed)
      if (value !== undefined) return value
      issues.push({ code: 'custom', message, input: typed })
      return z.NEVER
    }),
  )
}

/** Undefined for a state or a postal code that the country does not have. */
function keptValue({ code, states, postalCode }: CountryForm, field: AddressField, typed: string): string | undefined {
  if (field === 'state' && states) {
    const wanted = typed.toLowerCase()
    return states.find(({ value, name }) => [value, name].some(known => known.toLowerCase() === wanted))?.value
  }
  if (field !== 'pinCode') return typed
  if (postalCode) return readPostalCode({ code, ...postalCode }, typed)
  const plain = plainIdentifier(typed)
  return plain.length > 12 ? undefined : plain
}

function messageOf({ states, postalCode }: CountryForm, { field, label }: AskedField): string {
  if (field === 'state' && states) return `Choose the ${label.toLowerCase()}.`
  if (field === 'pinCode' && postalCode) {
    const what = label.replace(/^[A-Z](?=[a-z]+ )/, letter => letter.toLowerCase())
    return `Enter ${/^[aeiou]/i.test(what) ? 'an' : 'a'} ${what} like ${postalCode.example}.`
  }
  return `Enter the ${label.toLowerCase()}.`
}

export const countryFormCalls = {
  'GET /shop/countries': { access: 'everyone', whileClosed: true, response: { 200: envelope(z.array(countryName)) } },
  'GET /shop/countries/:code': {
    access: 'everyone',
    whileClosed: true,
    params: z.object({ code: z.string().regex(/^[A-Z]{2}$/, 'This is not a code of a country, such as IN.') }),
    response: { 200: envelope(countryForm) },
  },
} as const satisfies Endpoints
