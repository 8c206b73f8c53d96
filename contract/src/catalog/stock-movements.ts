import { z } from 'zod'
import { type Endpoint, pageOf } from '../shared/endpoint.ts'
import { exactText, objectId } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

/** opening: the stock of a new variant · edit: set by staff · order: sold · release: returned with its order. */
const stockReasons = ['opening', 'edit', 'order', 'release'] as const

const stockMovement = z.object({
  id: z.number(),
  at: z.string(),
  variant: z.object({ _id: objectId, options: z.record(z.string(), z.string()), isDeleted: z.boolean() }),
  /** Units added; negative for units taken. */
  delta: z.number(),
  reason: z.enum(stockReasons),
  order: objectId.nullable(),
  orderNumber: z.string().nullable(),
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
})
export type StockMovement = z.output<typeof stockMovement>

export const listStockMovements = {
  method: 'GET',
  url: '/products/:id/stock-movements',
  access: 'admin',
  schema: {
    tags: ['products'],
    params: z.object({ id: objectId }),
    querystring: listQuery({ size: 20 })
      .pick({ page: true, size: true })
      .extend({ variant: exactText().max(24).optional().catch(undefined) }),
    response: { 200: pageOf(stockMovement) },
  },
} as const satisfies Endpoint
