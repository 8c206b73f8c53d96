import { text } from '@mela/emulator-base/fields.ts'
import { z } from 'zod'
import { addDispute, decideDispute, requireDispute } from '../api/disputes.ts'
import { endProcessing, requireIntent } from '../api/payments.ts'
import { addRefund, endRefund, requireRefund } from '../api/refunds.ts'
import type { Emulator } from '../base/emulator.ts'
import { ApiError, invalidRequest } from '../base/errors.ts'

const providerEvent = z
  .strictObject({
    /** In the currency of the payment, with two decimals. */
    amount: text(1, 12, /^\d+(\.\d{1,2})?$/),
    reason: z.enum(['product_not_received', 'product_unacceptable', 'fraudulent']),
    stage: z.enum(['inquiry', 'chargeback']),
    outcome: z.enum(['won', 'lost', 'warning_closed', 'prevented']),
  })
  .partial()
  .extend({
    what: z.enum([
      'payment-succeeded',
      'payment-failed',
      'payment-refunded',
      'refund-succeeded',
      'refund-failed',
      'dispute-opened',
      'dispute-closed',
    ]),
    /** Id of the payment intent, the refund or the dispute. */
    id: text(1, 127),
  })

export type ProviderEvent = z.infer<typeof providerEvent>

/** Triggers an event at Stripe that the shop did not request; throws when the state does not allow it. */
export function triggerEvent(emulator: Emulator, given: ProviderEvent) {
  triggers[given.what](emulator, given)
}

export function triggerEventByRequest(emulator: Emulator, request: unknown) {
  const { error, data } = providerEvent.safeParse(request)
  if (error) throw invalidRequest(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '))
  triggerEvent(emulator, data)
}

const triggers: Record<ProviderEvent['what'], (emulator: Emulator, given: ProviderEvent) => void> = {
  'payment-succeeded': (emulator, { id }) => end(emulator, id, true),
  'payment-failed': (emulator, { id }) => end(emulator, id, false),
  'payment-refunded': (emulator, { id, amount }) => void addRefund(emulator, id, { amount: centsOf(amount) }),
  'refund-succeeded': (emulator, { id }) => endPending(emulator, id, 'succeeded'),
  'refund-failed': (emulator, { id }) => endPending(emulator, id, 'failed'),
  'dispute-opened': openDispute,
  'dispute-closed': closeDispute,
}

const centsOf = (amount: string | undefined) => (amount === undefined ? undefined : Math.round(Number(amount) * 100))

function end(emulator: Emulator, id: string, hasArrived: boolean) {
  const intent = requireIntent(emulator.store, id)
  if (intent.status !== 'processing') throw impossible(`The payment is ${intent.status}, not processing.`)
  endProcessing(emulator, intent, hasArrived)
}

function endPending(emulator: Emulator, id: string, status: 'succeeded' | 'failed') {
  const refund = requireRefund(emulator.store, id)
  if (refund.status !== 'pending') throw impossible(`The refund is ${refund.status}, not pending.`)
  endRefund(emulator, refund, status)
}

function openDispute(emulator: Emulator, { id, amount, reason = 'product_not_received', stage }: ProviderEvent) {
  const intent = requireIntent(emulator.store, id)
  const charge = emulator.store.charges.get(intent.latest_charge ?? '')
  if (!charge || intent.status !== 'succeeded') throw impossible('Only a payment that succeeded can be disputed.')
  if (charge.disputed) throw impossible('The payment is disputed already.')
  addDispute(emulator, charge, { amount: centsOf(amount) ?? charge.amount, reason, isInquiry: stage === 'inquiry' })
}

function closeDispute(emulator: Emulator, { id, outcome = 'won' }: ProviderEvent) {
  const dispute = requireDispute(emulator.store, id)
  if (['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status))
    throw impossible('The dispute is closed already.')
  decideDispute(emulator, dispute, outcome)
}

const impossible = (message: string) => new ApiError(409, message, { type: 'invalid_request_error' })
