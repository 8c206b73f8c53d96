import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { invalidRequest, missing } from '../base/errors.ts'
import { takeFault } from '../base/faults.ts'
import { integerText, metadata, parseForm } from '../base/form-body.ts'
import { newId, seconds } from '../base/ids.ts'
import { displayMoney } from '../base/money.ts'
import type { Charge, Refund } from '../base/records.ts'
import { answerList, answerWith } from './answers.ts'
import { endInquiries } from './disputes.ts'
import { announce } from './events.ts'
import { requireIntent } from './payments.ts'

const request = z.strictObject({
  payment_intent: z.string(),
  amount: integerText(1).optional(),
  metadata,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

export function createRefund(emulator: Emulator, { form }: ApiRequest): Answer {
  const asked = parseForm(request, form)
  return answerWith(emulator.store, addRefund(emulator, asked.payment_intent, asked))
}

/** Throws when the payment cannot be refunded by this amount; without one the rest is refunded. */
export function addRefund(
  emulator: Emulator,
  intentId: string,
  asked: Partial<Pick<z.output<typeof request>, 'amount' | 'metadata' | 'reason'>>,
): Refund {
  const { store, now } = emulator
  const charge = refundableCharge(emulator, intentId, asked.amount)
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: asked.amount ?? charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: seconds(now()),
    currency: charge.currency,
    metadata: asked.metadata ?? {},
    payment_intent: intentId,
    reason: asked.reason ?? null,
    status: takeFault(store, 'refund', 'POST /v1/refunds')?.status ?? 'succeeded',
  }
  saveRefund(emulator, refund)
  countRefunds(emulator, charge)
  announce(emulator, 'refund.created', refund)
  if (refund.status === 'succeeded') announce(emulator, 'charge.refunded', charge)
  if (charge.refunded) endInquiries(emulator, charge)
  return refund
}

function refundableCharge({ store }: Emulator, intentId: string, amount: number | undefined): Charge {
  const intent = requireIntent(store, intentId)
  const charge = store.charges.get(intent.latest_charge ?? '')
  if (!charge || intent.status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    )
  const left = charge.amount - charge.amount_refunded
  if (charge.refunded) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const isHeld = [...store.disputes.values()].some(
    dispute => dispute.charge === charge.id && !dispute.is_charge_refundable && dispute.status !== 'won',
  )
  if (isHeld)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  if ((amount ?? 0) > left) {
    const [asked, rest] = [amount ?? 0, left].map(cents => displayMoney(cents, charge.currency))
    throw invalidRequest(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`,
      undefined,
      'amount',
    )
  }
  return charge
}

export function showRefund({ store }: Emulator, { id }: ApiRequest): Answer {
  return answerWith(store, requireRefund(store, id))
}

export function listRefunds({ store }: Emulator, request: ApiRequest): Answer {
  return answerList([...store.refunds.values()], '/v1/refunds', request)
}

export function requireRefund({ refunds }: Emulator['store'], id: string): Refund {
  const refund = refunds.get(id)
  if (!refund) throw missing('refund', id)
  return refund
}

/** A pending refund arrives, or comes back to the shop. */
export function endRefund(emulator: Emulator, refund: Refund, status: 'succeeded' | 'failed') {
  refund.status = status
  saveRefund(emulator, refund)
  const charge = emulator.store.charges.get(refund.charge)
  if (charge) countRefunds(emulator, charge)
  announce(emulator, status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
}

function countRefunds({ store }: Emulator, charge: Charge) {
  const counted = [...store.refunds.values()].filter(
    ({ charge: id, status }) => id === charge.id && status !== 'failed',
  )
  charge.amount_refunded = counted.reduce((sum, { amount }) => sum + amount, 0)
  charge.refunded = charge.amount_refunded >= charge.amount
  store.changed('charges', charge.id)
}

function saveRefund({ store }: Emulator, refund: Refund) {
  store.refunds.set(refund.id, refund)
  store.changed('refunds', refund.id)
}
