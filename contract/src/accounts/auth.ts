import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { email, exactText, newPassword, notAnObject, personName } from '../shared/fields.ts'
import { user } from '../shared/users.ts'
import { signInCode } from './two-factor.ts'

const notAPassword = 'Invalid password.'

/** Login has no other rule than trimming, so that an attempt reveals none. */
export const loginInput = z.object(
  {
    email,
    password: exactText(notAPassword).trim().min(1, notAPassword).max(1000, notAPassword),
    /** Required with a 403 when the account has two-factor sign-in. */
    code: signInCode.optional(),
  },
  notAnObject,
)
export type LoginInput = z.output<typeof loginInput>

export const registerInput = z.object({ name: personName, email, password: newPassword }, notAnObject)
export type RegisterInput = z.output<typeof registerInput>

/** SPEC's clients read the user at the top level; the envelope has it in `data`. */
const signedInAnswer = envelope(user).extend({ user })

export const authCalls = {
  'POST /auth/login': { access: 'everyone', whileClosed: true, body: loginInput, response: { 200: signedInAnswer } },
  'POST /auth/register': {
    access: 'everyone',
    limit: 'registrations',
    body: registerInput,
    response: { 201: signedInAnswer },
  },
  'POST /auth/logout': { access: 'everyone', whileClosed: true, response: { 200: envelope(z.null()) } },
  'GET /auth/options': {
    access: 'everyone',
    whileClosed: true,
    summary: 'What the login page offers',
    response: { 200: envelope(z.object({ hasDemoAdmin: z.boolean() })) },
  },
  'GET /auth/demo': {
    access: 'everyone',
    whileClosed: true,
    summary: 'What a demo shop signs in its visitors with; not found in a live one',
    response: { 200: envelope(z.object({ email: z.string(), password: z.string() })) },
  },
} as const satisfies Endpoints
