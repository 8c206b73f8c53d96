import { z } from 'zod'
import { done, type Endpoints, envelope, ownAccount } from '../shared/endpoint.ts'
import { email, notAnObject, personName } from '../shared/fields.ts'
import { user } from '../shared/users.ts'
import { ownerProof, proofFor } from './security.ts'

/** Fields that a customer may change in their own profile; other fields are dropped. */
export const profileInput = z.object({ name: personName, email }, notAnObject)
export type ProfileInput = z.output<typeof profileInput>

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

export const accountCalls = {
  'PATCH /users/current-user': {
    ...ownAccount,
    limit: 'registrations',
    body: profileInput.partial().extend(ownerProof.shape),
    response: { 200: envelope(user) },
  },
  'PATCH /users/current-user/avatar': { ...ownAccount, limit: 'uploads', response: { 200: envelope(user) } },
  'DELETE /users/current-user/avatar': { ...ownAccount, response: { 200: envelope(user) } },
  'DELETE /users/current-user': {
    ...ownAccount,
    summary: 'With the password for good, without it for seven days',
    body: ownerProof.nullish(),
    response: done,
  },
} as const satisfies Endpoints
