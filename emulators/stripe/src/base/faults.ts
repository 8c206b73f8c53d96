import { type AnyFaultOf, commonFaults, faultTaker, plainFault } from '@mela/emulator-base/faults.ts'
import { integer } from '@mela/emulator-base/fields.ts'
import { z } from 'zod'

export const shapes = {
  ...commonFaults,
  /** Sets the amount that a payment takes, in cents. */
  payment: plainFault.extend({ amount: integer(1, 99_999_999) }),
  /** Sets the outcome of a refund. */
  refund: plainFault.extend({ status: z.enum(['succeeded', 'pending', 'failed']) }),
  /** Fails after the request was taken: Stripe saves its own error for the idempotency key, too. */
  failure: plainFault,
  /** Signs for a time that receivers no longer accept. */
  'webhook-old': plainFault,
}

export type Fault = AnyFaultOf<typeof shapes>

export const takeFault = faultTaker(shapes)
