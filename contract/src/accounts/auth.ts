import { z } from 'zod'
import { done, type Endpoints, envelope, ownAccount } from '../shared/endpoint.ts'
import { email, exactText, newPassword, notAnObject, personName } from '../shared/fields.ts'
import { user } from '../shared/users.ts'
import { signInCode, typedPassword } from './security.ts'

export const loginInput = z.object(
  {
    email,
    password: typedPassword(),
    code: signInCode.optional(),
  },
  notAnObject,
)
export type LoginInput = z.output<typeof loginInput>

export const registerInput = z.object({ name: personName, email, password: newPassword }, notAnObject)

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
  'POST /auth/logout': { access: 'everyone', whileClosed: true, response: done },
  'GET /auth/options': {
    access: 'everyone',
    whileClosed: true,
    summary: 'What the login page offers; a demo shop has an admin for its visitors',
    response: {
      200: envelope(z.object({ demoAdmin: z.object({ email: z.string(), password: z.string() }).nullable() })),
    },
  },
} as const satisfies Endpoints

const linkToken = exactText('This link is not complete.').trim().min(1, 'This link is not complete.').max(200)

export const forgotPasswordInput = z.object({ email }, notAnObject)

export const resetPasswordInput = z.object({ token: linkToken, password: newPassword }, notAnObject)

const oneLink = z.object({ token: linkToken }, notAnObject)

/** `pending` is the next address of an account with two-factor sign-in, until the link sent there is opened. */
const emailConfirmation = z.object({ confirmed: z.boolean(), pending: z.string().nullable() })
export type EmailConfirmation = z.output<typeof emailConfirmation>

export const recoveryCalls = {
  /** The answer is the same whether or not the account exists. */
  'POST /auth/forgot-password': {
    access: 'everyone',
    limit: 'emails',
    whileClosed: true,
    body: forgotPasswordInput,
    response: done,
  },
  'POST /auth/reset-password': { access: 'everyone', whileClosed: true, body: resetPasswordInput, response: done },
  'POST /auth/restore-email': { access: 'everyone', whileClosed: true, body: oneLink, response: done },
  'POST /auth/reopen-account': { access: 'everyone', whileClosed: true, body: oneLink, response: done },
  'POST /auth/confirm-email': { access: 'everyone', whileClosed: true, body: oneLink, response: done },
  'GET /users/current-user/email-confirmation': { ...ownAccount, response: { 200: envelope(emailConfirmation) } },
  'DELETE /users/current-user/email-confirmation': { ...ownAccount, response: done },
  'POST /users/current-user/email-confirmation': { ...ownAccount, limit: 'emails', response: done },
} as const satisfies Endpoints
