import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { exactText, notAnObject } from '../shared/fields.ts'
import { plainIdentifier } from '../shared/identifiers.ts'

const notACode = 'Please enter the code from your authenticator app.'
const notAPassword = 'Invalid password.'

/** Accepts six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const signInCode = exactText(notACode)
  .transform(code => plainIdentifier(code).replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, notACode).max(100, notACode))

const password = exactText(notAPassword).trim().min(1, notAPassword).max(1000, notAPassword)

export const passwordOnly = z.object({ password }, notAnObject)
export type PasswordOnly = z.output<typeof passwordOnly>
export const codeOnly = z.object({ code: signInCode }, notAnObject)
export type CodeOnly = z.output<typeof codeOnly>
export const passwordAndCode = z.object({ password, code: signInCode }, notAnObject)
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
  'GET /users/current-user/two-factor': {
    access: 'signed in',
    whileClosed: true,
    response: { 200: envelope(twoFactorState) },
  },
  'POST /users/current-user/two-factor': {
    access: 'signed in',
    whileClosed: true,
    summary: 'A new secret, which counts once a code has confirmed it',
    body: passwordOnly,
    response: { 201: envelope(twoFactorSecret) },
  },
  'POST /users/current-user/two-factor/confirm': {
    access: 'signed in',
    whileClosed: true,
    body: codeOnly,
    response: { 200: envelope(recoveryCodes) },
  },
  'POST /users/current-user/two-factor/disable': {
    access: 'signed in',
    whileClosed: true,
    body: passwordAndCode,
    response: { 200: envelope(z.null()) },
  },
  'POST /users/current-user/two-factor/recovery-codes': {
    access: 'signed in',
    whileClosed: true,
    body: passwordAndCode,
    response: { 200: envelope(recoveryCodes) },
  },
} as const satisfies Endpoints
