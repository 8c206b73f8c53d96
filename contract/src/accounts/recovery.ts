import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { email, exactText, newPassword, notAnObject } from '../shared/fields.ts'

export const linkToken = exactText('This link is not complete.').trim().min(1, 'This link is not complete.').max(200)

export const forgotPasswordInput = z.object({ email }, notAnObject)
export type ForgotPasswordInput = z.output<typeof forgotPasswordInput>

export const resetPasswordInput = z.object({ token: linkToken, password: newPassword }, notAnObject)
export type ResetPasswordInput = z.output<typeof resetPasswordInput>

/** The answer is the same whether or not the account exists. */
export const forgotPassword = {
  method: 'POST',
  url: '/auth/forgot-password',
  access: 'everyone',
  limit: 'emails',
  whileClosed: true,
  schema: { body: forgotPasswordInput, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

export const resetPassword = {
  method: 'POST',
  url: '/auth/reset-password',
  access: 'everyone',
  whileClosed: true,
  schema: { body: resetPasswordInput, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

const oneLink = z.object({ token: linkToken }, notAnObject)

/** Restores the address that an account had before a change without its password. */
export const restoreEmail = {
  method: 'POST',
  url: '/auth/restore-email',
  access: 'everyone',
  whileClosed: true,
  schema: { body: oneLink, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

/** Restores an account that was deleted without its password. */
export const reopenAccount = {
  method: 'POST',
  url: '/auth/reopen-account',
  access: 'everyone',
  whileClosed: true,
  schema: { body: oneLink, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

export const confirmEmail = {
  method: 'POST',
  url: '/auth/confirm-email',
  access: 'everyone',
  whileClosed: true,
  schema: { body: oneLink, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

/** `pending` is the next address of an account with two-factor sign-in, until the link sent there is opened. */
const emailConfirmation = z.object({ confirmed: z.boolean(), pending: z.string().nullable() })
export type EmailConfirmation = z.output<typeof emailConfirmation>

export const getEmailConfirmation = {
  method: 'GET',
  url: '/users/current-user/email-confirmation',
  access: 'signed in',
  whileClosed: true,
  schema: { response: { 200: envelope(emailConfirmation) } },
} as const satisfies Endpoint

export const withdrawEmail = {
  method: 'DELETE',
  url: '/users/current-user/email-confirmation',
  access: 'signed in',
  whileClosed: true,
  schema: { response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

export const sendEmailConfirmation = {
  method: 'POST',
  url: '/users/current-user/email-confirmation',
  access: 'signed in',
  limit: 'emails',
  whileClosed: true,
  schema: { response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint
