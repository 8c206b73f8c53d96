import { z } from 'zod'
import { PUBLIC_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { product } from './products.ts'

const BULK_ACTIONS = ['activate', 'deactivate', 'delete', 'restore'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Applies one change to all of these products or to none. `data` lists those that it changed. */
export const changeProducts = {
  method: 'POST',
  url: '/products/bulk',
  access: 'admin',
  schema: {
    tags: ['products'],
    body: z.object(
      {
        action: oneOf(BULK_ACTIONS),
        ids: z
          .array(objectId, 'This must be a list of ids.')
          .min(1, 'Please select at least one product.')
          .max(PUBLIC_PAGE_CAP, `This takes ${PUBLIC_PAGE_CAP} ids at the most.`)
          .transform(ids => [...new Set(ids)]),
      },
      notAnObject,
    ),
    response: { 200: envelope(z.object({ changed: z.array(objectId) })) },
  },
} as const satisfies Endpoint

export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })
export type FieldChange = z.output<typeof fieldChange>

const productAuditEvent = z.object({
  id: z.number(),
  at: z.string(),
  actor: z
    .object({ _id: objectId, name: z.object({ firstName: z.string(), lastName: z.string() }).nullable() })
    .nullable(),
  action: z.string(),
  changes: z.array(fieldChange),
  canUndo: z.boolean(),
  /** A change is undone once; undoing is a change of its own, which can be undone, too. */
  isUndone: z.boolean(),
})
export type ProductAuditEvent = z.output<typeof productAuditEvent>

export const listProductHistory = {
  method: 'GET',
  url: '/products/:id/history',
  access: 'admin',
  schema: {
    tags: ['products'],
    params: z.object({ id: objectId }),
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(productAuditEvent) },
  },
} as const satisfies Endpoint

export const undoProductChange = {
  method: 'POST',
  url: '/products/:id/history/:entry/undo',
  access: 'admin',
  schema: {
    tags: ['products'],
    params: z.object({ id: objectId, entry: z.coerce.number('This must be a number.').int('This must be a number.') }),
    response: { 200: envelope(product) },
  },
} as const satisfies Endpoint
