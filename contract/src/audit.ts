import { z } from 'zod'
import { STAFF_PAGE_CAP } from './constants.ts'
import { type Endpoint, pageOf } from './endpoint.ts'
import { objectId } from './fields.ts'
import { listQuery } from './paging.ts'

const details = z.record(z.string(), z.unknown()).nullable()

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null when the operator or the shop itself did it. */
  actor: z
    .object({ _id: objectId, name: z.object({ firstName: z.string(), lastName: z.string() }).nullable() })
    .nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  before: details,
  after: details,
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = {
  method: 'GET',
  url: '/audit',
  schema: {
    tags: ['dashboard'],
    querystring: listQuery({ cap: STAFF_PAGE_CAP }),
    response: { 200: pageOf(auditEntry) },
  },
} as const satisfies Endpoint
