import { type AnyFaultOf, commonFaults, faultTaker, plainFault } from '@mela/emulator-base/faults.ts'
import { text } from '@mela/emulator-base/fields.ts'
import { z } from 'zod'

export const shapes = {
  ...commonFaults,
  /** Shows an order without its payments. */
  'minimal-order': plainFault,
  /** Sets the outcome of a capture. */
  capture: plainFault.extend({
    status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED']).optional(),
    reason: text(1, 60).optional(),
    amount: text(1, 12, /^\d+\.\d\d$/).optional(),
  }),
  /** Sets the outcome of a refund. */
  refund: plainFault.extend({ status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']) }),
  'webhook-wrong-id': plainFault,
  /** Changes the body so that the signature still fits, because it covers a checksum only. */
  'webhook-forged': plainFault,
}

export type Fault = AnyFaultOf<typeof shapes>

export const takeFault = faultTaker(shapes)
