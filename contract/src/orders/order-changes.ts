import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { isBlank, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { orderStatuses } from './order-status.ts'
import { staffOrder } from './staff-orders.ts'

const missing = 'Order ID or status is missing.'

/** The payment is given as the reason; `from`, the status that the sender has seen, protects other changes. */
export const updateOrderInput = z.object(
  {
    orderId: objectId.optional(),
    status: z
      .unknown()
      .refine(status => !isBlank(status), { message: missing, abort: true })
      .pipe(oneOf(orderStatuses)),
    payment: objectId.optional(),
    from: z.enum(orderStatuses).optional(),
  },
  { error: ({ input }) => (isBlank(input) ? missing : notAnObject) },
)

/** Staff may set any status that follows; the owner may only confirm that the order was paid. */
export const updateOrder = {
  method: 'PATCH',
  url: '/orders/:orderId/update',
  access: 'signed in',
  whileClosed: true,
  schema: {
    tags: ['orders'],
    params: z.object({ orderId: objectId }),
    body: updateOrderInput,
    response: { 200: envelope(staffOrder) },
  },
} as const satisfies Endpoint

export const cancelOrder = {
  method: 'PATCH',
  url: '/orders/:id/cancel',
  access: 'signed in',
  whileClosed: true,
  schema: { tags: ['orders'], params: z.object({ id: objectId }), response: { 200: envelope(staffOrder) } },
} as const satisfies Endpoint
