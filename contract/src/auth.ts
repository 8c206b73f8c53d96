import { z } from 'zod'
import { type Endpoint, envelope } from './endpoint.ts'
import { email, newPassword, personName } from './fields.ts'
import { user } from './users.ts'

export const loginInput = z.object({
  email,
  password: z.string('Invalid password.').min(1, 'Invalid password.').max(1000, 'Invalid password.'),
})
export type LoginInput = z.output<typeof loginInput>

export const registerInput = z.object({ name: personName, email, password: newPassword })
export type RegisterInput = z.output<typeof registerInput>

/** The user stands at the top, as SPEC §7 says, and in `data`, so that the envelope holds (DECISIONS B64). */
const signedInAnswer = envelope(user).extend({ user })

export const login = {
  method: 'POST',
  url: '/auth/login',
  schema: { tags: ['auth'], body: loginInput, response: { 200: signedInAnswer } },
} as const satisfies Endpoint

export const register = {
  method: 'POST',
  url: '/auth/register',
  schema: { tags: ['auth'], body: registerInput, response: { 201: signedInAnswer } },
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/auth/logout',
  schema: { tags: ['auth'], response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint
