import { z } from 'zod'
import { byId, done, type Endpoints, envelope, ownAccount } from '../shared/endpoint.ts'
import { exactText, newPassword, notAnObject, objectId } from '../shared/fields.ts'
import { plainIdentifier } from '../shared/identifiers.ts'

/** It has no other rule than trimming, so that an attempt reveals none. */
export const typedPassword = (message = 'Invalid password.') =>
  exactText(message).trim().min(1, message).max(1000, message)

const oldAndNew = z.object({ oldPassword: typedPassword('Old password is invalid'), newPassword }, notAnObject)
const isNew = (input: z.output<typeof oldAndNew>) => input.newPassword !== input.oldPassword
const notNew = { path: ['newPassword'], error: 'The new password must differ from the old one.' }

export const passwordChange = oldAndNew.refine(isNew, notNew)

export const passwordChangeForm = oldAndNew
  .extend({ confirmation: z.string().trim() })
  .refine(isNew, notNew)
  .superRefine(({ newPassword, confirmation }, { addIssue }) => {
    if (newPassword === confirmation) return
    for (const path of [[], ['confirmation']]) addIssue({ code: 'custom', path, message: 'Passwords do not match.' })
  })

export const session = z.object({
  _id: objectId,
  device: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

export const securityCalls = {
  'PATCH /users/current-user/password': { ...ownAccount, body: passwordChange, response: done },
  'GET /users/current-user/sessions': { ...ownAccount, response: { 200: envelope(z.array(session)) } },
  'DELETE /users/current-user/sessions/:id': { ...ownAccount, params: byId, response: done },
  'DELETE /users/current-user/sessions': { ...ownAccount, summary: 'Signs out everywhere but here', response: done },
} as const satisfies Endpoints

const notACode = 'Please enter the code from your authenticator app.'

/** Accepts six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const signInCode = exactText(notACode)
  .transform(code => plainIdentifier(code).replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, notACode).max(100, notACode))

export const passwordOnly = z.object({ password: typedPassword() }, notAnObject)
export const codeOnly = z.object({ code: signInCode }, notAnObject)
export const passwordAndCode = z.object({ password: typedPassword(), code: signInCode }, notAnObject)
export type PasswordAndCode = z.output<typeof passwordAndCode>

/** Our own screens always prove the owner; a call that lacks the proof stays valid, but can be undone. */
export const ownerProof = passwordAndCode.partial()
export type OwnerProof = z.output<typeof ownerProof>

export const proofFor = (hasTwoFactor: boolean) =>
  hasTwoFactor
    ? passwordAndCode
    : passwordAndCode.extend({
        code: z
          .string()
          .transform(code => code || undefined)
          .optional(),
      })

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const twoFactorState = z.object({ isEnabled: z.boolean(), recoveryCodesLeft: z.number() })
export type TwoFactorState = z.output<typeof twoFactorState>

export const twoFactorSecret = z.object({ secret: z.string(), url: z.string() })
export type TwoFactorSecret = z.output<typeof twoFactorSecret>

export const twoFactorCalls = {
  'GET /users/current-user/two-factor': { ...ownAccount, response: { 200: envelope(twoFactorState) } },
  'POST /users/current-user/two-factor': {
    ...ownAccount,
    summary: 'A new secret, which counts once a code has confirmed it',
    body: passwordOnly,
    response: { 201: envelope(twoFactorSecret) },
  },
  'POST /users/current-user/two-factor/confirm': {
    ...ownAccount,
    body: codeOnly,
    response: { 200: envelope(recoveryCodes) },
  },
  'POST /users/current-user/two-factor/disable': { ...ownAccount, body: passwordAndCode, response: done },
  'POST /users/current-user/two-factor/recovery-codes': {
    ...ownAccount,
    body: passwordAndCode,
    response: { 200: envelope(recoveryCodes) },
  },
} as const satisfies Endpoints
