import { z } from 'zod'
import { ownReview } from '../catalog/reviews.ts'
import { order } from '../orders/orders.ts'
import { disputeAnswer } from '../payments/disputes.ts'
import { payment } from '../payments/payments.ts'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { email, notAnObject, objectId, personName } from '../shared/fields.ts'
import { address, user } from '../shared/users.ts'
import { ownerProof, proofFor } from './two-factor.ts'

/** Fields that a customer may change in their own profile; other fields are dropped (B65). */
export const profileInput = z.object({ name: personName, email }, notAnObject)
export type ProfileInput = z.output<typeof profileInput>

/** Form values: a new address needs the password, and a code with two-factor sign-in. */
export const profileForm = (current: { email: string; hasTwoFactor: boolean }) =>
  profileInput
    .extend({ password: z.string().optional(), code: z.string().optional() })
    .superRefine((input, { addIssue }) => {
      if (input.email === current.email) return
      const { error } = proofFor(current.hasTwoFactor).safeParse(input)
      for (const { path, message } of error?.issues ?? []) addIssue({ code: 'custom', path, message })
    })
    .transform(({ password, code, ...profile }) =>
      profile.email === current.email ? profile : { ...profile, password, ...(code && { code }) },
    )

export const updateProfile = {
  method: 'PATCH',
  url: '/users/current-user',
  schema: { tags: ['users'], body: profileInput.partial().extend(ownerProof.shape), response: { 200: envelope(user) } },
} as const satisfies Endpoint

/** A form with the image in its field `avatar`. */
export const uploadAvatar = {
  method: 'PATCH',
  url: '/users/current-user/avatar',
  schema: { tags: ['users'], response: { 200: envelope(user) } },
} as const satisfies Endpoint

export const removeAvatar = {
  method: 'DELETE',
  url: '/users/current-user/avatar',
  schema: { tags: ['users'], response: { 200: envelope(user) } },
} as const satisfies Endpoint

const time = z.iso.datetime()

/** Export of all personal data of an account. */
export const ownData = z.object({
  profile: user.extend({
    createdAt: time,
    emailConfirmedAt: time.nullable(),
    /** The new address until its link is opened. */
    pendingEmail: z.string().nullable(),
    /** When two-factor sign-in was switched on. */
    twoFactorSince: time.nullable(),
  }),
  /** Former addresses whose change can still be undone, and until when. */
  formerEmails: z.array(z.object({ email: z.string(), keptUntil: time })),
  addresses: z.array(address),
  orders: z.array(order),
  payments: z.array(payment),
  /** The shop's answers to disputes of the customer's payments. */
  disputeAnswers: z.array(
    disputeAnswer.omit({ _id: true, by: true }).extend({
      order: objectId,
      files: z.array(disputeAnswer.shape.files.element.omit({ _id: true })),
    }),
  ),
  reviews: z.array(
    ownReview.omit({ user: true, verified: true }).extend({ product: objectId, productName: z.string() }),
  ),
  sessions: z.array(z.object({ userAgent: z.string(), createdAt: time, lastUsedAt: time, expiresAt: time })),
  /** Known devices: failed logins elsewhere do not lock them out. */
  knownDevices: z.array(z.object({ createdAt: time, lastUsedAt: time })),
  /** Audit events of the customer, or about their account. */
  events: z.array(z.object({ at: time, action: z.string() })),
})
export type OwnData = z.output<typeof ownData>

export const downloadOwnData = {
  method: 'GET',
  url: '/users/current-user/data',
  schema: { tags: ['users'], response: { 200: envelope(ownData) } },
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'DELETE',
  url: '/users/current-user',
  schema: {
    tags: ['users'],
    summary: 'With the password for good, without it for seven days',
    body: ownerProof.nullish(),
    response: { 200: envelope(z.null()) },
  },
} as const satisfies Endpoint
