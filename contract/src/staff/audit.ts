import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { exactText, objectId } from '../shared/fields.ts'
import { dayRange, listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

const details = z.record(z.string(), z.unknown()).nullable()

/** Values of the first part of a subject such as 'product:<id>'. */
export const auditSubjects = [
  'product',
  'category',
  'collection',
  'media',
  'user',
  'order',
  'payment',
  'dispute',
  'review',
  'import',
  'settings',
  'page',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null for an event by the operator or the system. */
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  /** The subject's current name, if it has one. */
  subjectName: z.string().nullable(),
  /** The number of the order that the subject is or belongs to. */
  orderNumber: z.string().nullable(),
  before: details,
  after: details,
})
export type AuditEntry = z.output<typeof auditEntry>

/** The keyword searches the action's words and the beginning of the subject. */
const auditQuery = listQuery({ cap: STAFF_PAGE_CAP }).extend({
  /** A user id, or 'shop' for events without a user. */
  actor: z.union([z.literal('shop'), objectId]).optional(),
  /** The first part of an action, such as 'product'. */
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

/** Filters of the log: its actors and the kinds of events. */
export const getAuditFilters = {
  method: 'GET',
  url: '/audit/filters',
  schema: {
    tags: ['dashboard'],
    response: { 200: envelope(z.object({ actors: z.array(knownPerson), groups: z.array(z.string()) })) },
  },
} as const satisfies Endpoint
