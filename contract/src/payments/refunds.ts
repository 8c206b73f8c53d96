import { z } from 'zod'
import { typedAmount } from '../catalog/staff-products.ts'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { notAnObject, number, objectId, oneOf } from '../shared/fields.ts'
import { knownPerson } from '../shared/users.ts'

export const refundStates = ['queued', 'pending', 'completed', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** staff: by a staff member · automatic: of a payment that does not count · provider: made at the provider. */
const refundOrigins = ['staff', 'automatic', 'provider'] as const

/** queued: the provider could not be reached yet. */
export const refund = z.object({
  _id: objectId,
  payment: objectId,
  amount: z.number(),
  currency: z.string(),
  state: oneOf(refundStates),
  origin: oneOf(refundOrigins),
  reason: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Refund = z.output<typeof refund>

export const staffRefund = refund.extend({ by: knownPerson.nullable() })
export type StaffRefund = z.output<typeof staffRefund>

/** No amount refunds the whole remainder; a third decimal is refused, not rounded. */
export const refundPayment = {
  method: 'POST',
  url: '/payments/:id/refunds',
  access: 'admin',
  schema: {
    tags: ['payments'],
    params: z.object({ id: objectId }),
    body: z.object({ amount: typedAmount(number({ min: 0.01 })).optional() }, notAnObject).default({}),
    response: { 201: envelope(refund) },
  },
} as const satisfies Endpoint
