import { z } from 'zod'
import { done, type Endpoints, envelope, ownAccount } from '../shared/endpoint.ts'
import { exactText, flag, notAnObject } from '../shared/fields.ts'

const reminders = z.object({
  isOffered: z.boolean(),
  isOn: z.boolean(),
})

const byToken = z.object({ token: exactText().max(200) })

export const reminderCalls = {
  'GET /users/current-user/reminders': { ...ownAccount, response: { 200: envelope(reminders) } },
  'PUT /users/current-user/reminders': {
    ...ownAccount,
    body: z.object({ isOn: flag }, notAnObject),
    response: { 200: envelope(reminders) },
  },
  /** Leads from an old mail program to the page of the link. */
  'GET /reminders/:token/stop': {
    access: 'everyone',
    whileClosed: true,
    params: byToken,
    response: { 302: z.null() },
  },
  /** What mail programs send for their own 'Unsubscribe' (RFC 8058), and the page of the link. */
  'POST /reminders/:token/stop': {
    access: 'everyone',
    whileClosed: true,
    limit: 'emails',
    params: byToken,
    response: done,
  },
} as const satisfies Endpoints
