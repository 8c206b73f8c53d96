import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { exactText, objectId } from '../shared/fields.ts'
import { dayRange, listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

const details = z.record(z.string(), z.unknown()).nullable()

export const auditSubjects = [
  'product',
  'category',
  'collection',
  'planned-price',
  'media',
  'user',
  'order',
  'payment',
  'dispute',
  'discount',
  'gift-card',
  'review',
  'import',
  'settings',
  'page',
] as const

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  subjectName: z.string().nullable(),
  orderNumber: z.string().nullable(),
  before: details,
  after: details,
})
export type AuditEntry = z.output<typeof auditEntry>

/** The keyword searches the action's words and the beginning of the subject. */
const auditQuery = listQuery({ cap: STAFF_PAGE_CAP }).extend({
  /** A user id, or 'shop' for events without a user. */
  actor: z.union([z.literal('shop'), objectId]).optional(),
  group: exactText().max(100).optional(),
  subject: exactText().max(100).optional(),
  ...dayRange,
})

export const auditCalls = {
  'GET /audit': { access: 'admin', querystring: auditQuery, response: { 200: pageOf(auditEntry) } },
  'GET /audit/filters': {
    access: 'admin',
    response: { 200: envelope(z.object({ actors: z.array(knownPerson), groups: z.array(z.string()) })) },
  },
} as const satisfies Endpoints
