import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { notAnObject } from '../shared/fields.ts'
import { linkToken } from './recovery.ts'

export const confirmEmail = {
  method: 'POST',
  url: '/auth/confirm-email',
  access: 'everyone',
  whileClosed: true,
  schema: { body: z.object({ token: linkToken }, notAnObject), response: { 200: envelope(z.null()) } },
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
