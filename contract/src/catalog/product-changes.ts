import { z } from 'zod'
import { PUBLIC_PAGE_CAP } from '../shared/constants.ts'
import { byId, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { exactText, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'
import { product } from './products.ts'

const BULK_ACTIONS = ['activate', 'deactivate', 'delete', 'restore'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })
export type FieldChange = z.output<typeof fieldChange>

/** The name is null once the account was removed. */
const actor = knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable()

const productAuditEvent = z.object({
  id: z.number(),
  at: z.string(),
  actor,
  action: z.string(),
  changes: z.array(fieldChange),
  /** Its fields are as it left them; undoing is a change of its own. */
  canUndo: z.boolean(),
})

/** opening: the stock of a new variant · edit: set by staff · order: sold · release: returned with its order. */
const stockReasons = ['opening', 'edit', 'order', 'release'] as const

const stockMovement = z.object({
  id: z.number(),
  at: z.string(),
  variant: z.object({ _id: objectId, options: z.record(z.string(), z.string()), isDeleted: z.boolean() }),
  delta: z.number(),
  reason: z.enum(stockReasons),
  order: objectId.nullable(),
  orderNumber: z.string().nullable(),
  actor,
})
export type StockMovement = z.output<typeof stockMovement>

export const productChangeCalls = {
  /** Applies one change to all of these products or to none. `data` lists those that it changed. */
  'POST /products/bulk': {
    access: 'admin',
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
  'GET /products/:id/history': {
    access: 'admin',
    params: byId,
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(productAuditEvent) },
  },
  'POST /products/:id/history/:entry/undo': {
    access: 'admin',
    params: z.object({ id: objectId, entry: z.coerce.number('This must be a number.').int('This must be a number.') }),
    response: { 200: envelope(product) },
  },
  'GET /products/:id/stock-movements': {
    access: 'admin',
    params: byId,
    querystring: listQuery({ size: 20 })
      .pick({ page: true, size: true })
      .extend({ variant: exactText().max(24).optional().catch(undefined) }),
    response: { 200: pageOf(stockMovement) },
  },
} as const satisfies Endpoints
