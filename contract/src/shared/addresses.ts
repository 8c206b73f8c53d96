import { z } from 'zod'
import { countryCodeOf } from './countries.ts'
import { done, type Endpoints, envelope, idempotencyHeaders, ownAccount } from './endpoint.ts'
import { objectId, storable } from './fields.ts'
import { address, addressInput } from './users.ts'

const storableTexts = (value: unknown) => (typeof value === 'string' ? storable(value) : value)
const typed = (about: string) => z.unknown().transform(storableTexts).optional().describe(about)

/** The server checks an address by the rules of its country: `addressInput` for India, `addressRules()` for another. */
export const addressDraft = z.object(
  {
    name: typed('First name and last name.'),
    countryCode: typed('Of the phone number; 91 for India, where it is left out.'),
    phoneNumber: typed('10 digits in India.'),
    building: typed('10 to 120 characters in India; elsewhere the second line, which may be empty.'),
    street: typed('10 to 120 characters in India; elsewhere the first line.'),
    city: typed('3 to 120 characters in India.'),
    state: typed('3 to 120 characters in India; elsewhere as GET /shop/countries/:code lists it.'),
    pinCode: typed('6 to 12 characters in India; elsewhere the postal code.'),
    country: typed('Its name, as GET /shop/countries has it; India where it is left out.'),
  },
  'Address is not valid',
)
export type AddressDraft = z.output<typeof addressDraft>

/** SPEC's rules hold at once, unless the address names another country, whose rules the server has. */
export const addressBody = addressDraft.transform((draft, { issues }): AddressDraft => {
  const code = typeof draft.country === 'string' ? countryCodeOf(draft.country) : undefined
  if (code !== undefined && code !== 'IN') return draft

  const { data, error } = addressInput.safeParse(draft)
  if (data) return data
  issues.push(...error.issues.map(({ path, message }) => ({ code: 'custom' as const, path, message, input: draft })))
  return z.NEVER
})

const oneAddress = z.object({ addressId: objectId })

export const addressCalls = {
  'GET /users/current-user/addresses': { ...ownAccount, response: { 200: envelope(z.array(address)) } },
  'POST /users/current-user/addresses': {
    ...ownAccount,
    headers: idempotencyHeaders,
    body: addressBody,
    response: { 201: envelope(address) },
  },
  'PUT /users/current-user/addresses/:addressId': {
    ...ownAccount,
    params: oneAddress,
    body: addressDraft,
    response: { 200: envelope(address) },
  },
  'DELETE /users/current-user/addresses/:addressId': { ...ownAccount, params: oneAddress, response: done },
} as const satisfies Endpoints
