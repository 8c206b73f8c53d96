import { z } from 'zod'
import { type Endpoints, envelope, ownAccount } from './endpoint.ts'
import { numberAsText, objectId, oneOf, orDefault, personName, text } from './fields.ts'
import { indianPhone, indianPinCode, ofText, plainIdentifier } from './identifiers.ts'

export const DEFAULT_COUNTRY_CODE = '91'
export const DEFAULT_COUNTRY = 'India'

export const roles = ['admin', 'customer', 'manager'] as const
export type Role = (typeof roles)[number]

const shownName = z.object({ firstName: z.string(), lastName: z.string() })
const avatar = z.object({ url: z.string() }).nullable()

export const user = z.object({
  _id: objectId,
  name: shownName,
  email: z.string(),
  avatar,
  role: oneOf(roles),
  status: z.boolean(),
})
export type User = z.output<typeof user>

/** Clients read `url`, so there is an object even for no picture. */
const shownAvatar = z.object({ url: z.string().nullable() })

export const publicUser = z.object({ name: shownName, avatar: shownAvatar })

export const knownPerson = z.object({ _id: objectId, name: shownName })

/** Screens write a plus sign before a country code. */
export const withoutPlus = (typed: unknown) =>
  typeof typed === 'string' ? plainIdentifier(typed).replace(/^\+(?=\d)/, '') : typed

const phoneMessage = 'Phone number is not valid'

export const shownCustomer = knownPerson.extend({ email: z.string(), avatar: shownAvatar })

export const addressInput = z.object(
  {
    name: personName,
    countryCode: z.preprocess(
      typed => orDefault(DEFAULT_COUNTRY_CODE)(withoutPlus(typed)),
      text({ message: 'Country code is not valid', max: 4 }),
    ),
    phoneNumber: z.preprocess(
      typed => ofText(indianPhone)(numberAsText(typed)),
      text({ message: phoneMessage, length: 10 }).pipe(z.string().regex(/^\d*$/, phoneMessage)),
    ),
    building: text({ message: 'Building is not valid', min: 10 }),
    street: text({ message: 'Street is not valid', min: 10 }),
    city: text({ message: 'City is not valid', min: 3 }),
    state: text({ message: 'State is not valid', min: 3 }),
    pinCode: z.preprocess(
      typed => ofText(indianPinCode)(numberAsText(typed)),
      text({ message: 'Pin code is not valid', min: 6, max: 12 }),
    ),
    country: z.preprocess(orDefault(DEFAULT_COUNTRY), text({ message: 'Country is not valid', min: 3 })),
  },
  'Address is not valid',
)
export type AddressInput = z.output<typeof addressInput>

export const shippingAddress = z.object({
  name: shownName,
  countryCode: z.string(),
  phoneNumber: z.string(),
  building: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  pinCode: z.string(),
  country: z.string(),
  /** Another country than India has its code (ISO 3166-1), and how it writes addresses, such as '%A%n%Z %C'. */
  postal: z.object({ country: z.string(), format: z.string() }).optional(),
})
export type ShippingAddress = z.output<typeof shippingAddress>

export const address = shippingAddress.extend({ _id: objectId })
export type Address = z.output<typeof address>

export const currentUserCalls = {
  'GET /users/current-user': { ...ownAccount, response: { 200: envelope(user) } },
} as const satisfies Endpoints
