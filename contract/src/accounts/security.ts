import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { exactText, newPassword, notAnObject, objectId } from '../shared/fields.ts'

const wrongOldPassword = 'Old password is invalid'
const typed = (message: string) => exactText(message).trim().min(1, message).max(1000, message)

const oldAndNew = z.object({ oldPassword: typed(wrongOldPassword), newPassword }, notAnObject)
const isNew = (input: z.output<typeof oldAndNew>) => input.newPassword !== input.oldPassword
const notNew = { path: ['newPassword'], error: 'The new password must differ from the old one.' }

export const passwordChange = oldAndNew.refine(isNew, notNew)
export type PasswordChange = z.output<typeof passwordChange>

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
  /** Rounded to the hour. */
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

export const securityCalls = {
  'PATCH /users/current-user/password': {
    access: 'signed in',
    whileClosed: true,
    body: passwordChange,
    response: { 200: envelope(z.null()) },
  },
  'GET /users/current-user/sessions': {
    access: 'signed in',
    whileClosed: true,
    response: { 200: envelope(z.array(session)) },
  },
  'DELETE /users/current-user/sessions/:id': {
    access: 'signed in',
    whileClosed: true,
    params: z.object({ id: objectId }),
    response: { 200: envelope(z.null()) },
  },
  'DELETE /users/current-user/sessions': {
    access: 'signed in',
    whileClosed: true,
    summary: 'Signs out everywhere but here',
    response: { 200: envelope(z.null()) },
  },
} as const satisfies Endpoints
