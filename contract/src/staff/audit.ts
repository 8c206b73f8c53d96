import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { exactText, objectId } from '../shared/fields.ts'
import { dayRange, listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

const details = z.record(z.string(), z.unknown()).nullable()

/** The first half of a subject, such as 'product:<id>'. */
export const auditSubjects = [
  'product',
  'category',
  'media',
  'user',
  'order',
  'payment',
  'dispute',
  'review',
  'import',
] as const

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null when the operator or the shop itself did it. */
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  /** What the subject is called today, if it is called anything. */
  subjectName: z.string().nullable(),
  before: details,
  after: details,
})
export type AuditEntry = z.output<typeof auditEntry>

/** The keyword takes words of the deed, and the beginning of what it was done to. */
const auditQuery = listQuery({ cap: STAFF_PAGE_CAP }).extend({
  /** An id, or 'shop' for what nobody did. */
  actor: z.union([z.literal('shop'), objectId]).optional(),
  /** The first half of a deed, such as 'product'. */
  group: exactText().max(100).optional(),
  subject: exactText().max(100).optional(),
  ...dayRange,
})
export type AuditQuery = z.output<typeof auditQuery>

export const listAudit = {
  method: 'GET',
  url: '/audit',
  schema: { tags: ['dashboard'], querystring: auditQuery, response: { 200: pageOf(auditEntry) } },
} as const satisfies Endpoint

/** What the log can be narrowed to: the people who work here, and the kinds of deeds there are. */
export const getAuditFilters = {
  method: 'GET',
  url: '/audit/filters',
  schema: {
    tags: ['dashboard'],
    response: { 200: envelope(z.object({ actors: z.array(knownPerson), groups: z.array(z.string()) })) },
  },
} as const satisfies Endpoint
