import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { isBlank, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { orderStatuses } from './order-status.ts'
import { staffOrder } from './staff-orders.ts'

const missing = 'Order ID or status is missing.'

/** A status to give, and the payment that is said to be its reason (B16, B30). */
export const updateOrderInput = z.object(
  {
    orderId: objectId.optional(),
    status: z
      .unknown()
      .refine(status => !isBlank(status), { message: missing, abort: true })
      .pipe(oneOf(orderStatuses)),
    payment: objectId.optional(),
  },
  { error: ({ input }) => (isBlank(input) ? missing : notAnObject) },
)

/** By staff to any status that follows; by its owner only to confirm that it was paid. */
export const updateOrder = {
  method: 'PATCH',
  url: '/orders/:orderId/update',
  schema: {
    tags: ['orders'],
    params: z.object({ orderId: objectId }),
    body: updateOrderInput,
    response: { 200: envelope(staffOrder) },
  },
} as const satisfies Endpoint

/** By its owner or by staff, while nothing was shipped (B19). */
export const cancelOrder = {
  method: 'PATCH',
  url: '/orders/:id/cancel',
  schema: { tags: ['orders'], params: z.object({ id: objectId }), response: { 200: envelope(staffOrder) } },
} as const satisfies Endpoint
