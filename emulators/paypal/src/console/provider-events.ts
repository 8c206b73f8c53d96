import { z } from 'zod'
import { requireCapture } from '../api/captures.ts'
import { addDispute, openDisputeOf, requireDispute, updateDispute } from '../api/dispute-records.ts'
import { decideDispute } from '../api/disputes.ts'
import { requireOrder, updateOrder } from '../api/orders.ts'
import { addRefund, refundEvents, requireRefund, reverse } from '../api/refunds.ts'
import { announceCapture, announceOrder, announceRefund } from '../api/webhook-events.ts'
import type { Emulator } from '../base/emulator.ts'
import { ApiError } from '../base/errors.ts'
import { money, toCents } from '../base/money.ts'
import type { Capture, Refund } from '../base/records.ts'
import { parse, text } from '../base/request-schema.ts'
import { timestamp } from '../base/time.ts'

const providerEvent = z
  .strictObject({
    amount: text(1, 12, /^\d+(\.\d{1,2})?$/),
    reason: z.enum(['MERCHANDISE_OR_SERVICE_NOT_RECEIVED', 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED', 'UNAUTHORISED']),
    stage: z.enum(['INQUIRY', 'CHARGEBACK']),
    outcome: z.enum(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER']),
  })
  .partial()
  .extend({
    what: z.enum([
      'capture-completed',
      'capture-denied',
      'capture-reversed',
      'capture-refunded',
      'refund-completed',
      'refund-failed',
      'approval-withdrawn',
      'dispute-opened',
      'dispute-escalated',
      'dispute-resolved',
    ]),
    /** Id of the order, capture, refund or dispute; to open a dispute, id of its capture. */
    id: text(1, 127),
  })

export type ProviderEvent = z.infer<typeof providerEvent>

/** Triggers an event at PayPal that the shop did not request; throws when the state does not allow it. */
export function triggerEvent(emulator: Emulator, given: ProviderEvent) {
  triggers[given.what](emulator, given)
}

/** Triggers the event that a request describes; throws INVALID_REQUEST for an unknown one. */
export function triggerEventByRequest(emulator: Emulator, request: unknown) {
  triggerEvent(emulator, parse(providerEvent, request))
}

const triggers: Record<ProviderEvent['what'], (emulator: Emulator, given: ProviderEvent) => void> = {
  'capture-completed': (emulator, { id }) => endCapture(emulator, id, 'COMPLETED'),
  'capture-denied': (emulator, { id }) => endCapture(emulator, id, 'DECLINED'),
  'capture-reversed': reverseCapture,
  'capture-refunded': refundInDashboard,
  'refund-completed': (emulator, { id }) => endRefund(emulator, id, 'COMPLETED'),
  'refund-failed': (emulator, { id }) => endRefund(emulator, id, 'FAILED'),
  'approval-withdrawn': withdrawApproval,
  'dispute-opened': openDispute,
  'dispute-escalated': escalateDispute,
  'dispute-resolved': endDispute,
}

function endCapture(emulator: Emulator, id: string, status: Capture['status']) {
  const capture = requireCapture(emulator, id)
  if (capture.status !== 'PENDING') throw impossible(`The capture is ${capture.status}, not PENDING.`)
  update(emulator, capture, { status, reason: undefined })
  announceCapture(emulator, status === 'COMPLETED' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED', capture)
}

/** PayPal announces a reversal by a refund, which no order lists if it is of the whole payment. */
function reverseCapture(emulator: Emulator, { id, amount }: ProviderEvent) {
  const capture = requireCapture(emulator, id)
  if (capture.status !== 'COMPLETED' || capture.reason) throw impossible('Only a completed capture can be reversed.')
  if (amount === undefined) update(emulator, capture, { reason: 'CHARGEBACK' })
  reverse(emulator, capture, toCents(amount ?? capture.amount.value))
}

function refundInDashboard(emulator: Emulator, { id, amount }: ProviderEvent) {
  const capture = requireCapture(emulator, id)
  addRefund(emulator, capture, amount === undefined ? {} : { amount: inCurrencyOf(capture, amount) })
}

function endRefund(emulator: Emulator, id: string, status: Refund['status']) {
  const refund = requireRefund(emulator, id)
  if (refund.status !== 'PENDING') throw impossible(`The refund is ${refund.status}, not PENDING.`)
  update(emulator, refund, { status, reason: undefined })
  announceRefund(emulator, refundEvents[status], refund)
}

function withdrawApproval(emulator: Emulator, { id }: ProviderEvent) {
  const order = requireOrder(emulator, id)
  if (order.status !== 'APPROVED') throw impossible(`The order is ${order.status}, not APPROVED.`)
  updateOrder(emulator, order, { status: 'VOIDED' })
  announceOrder(emulator, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED', order)
}

/** Opens a dispute: a claim, which the shop has to answer, unless `stage` makes it an inquiry. */
function openDispute(emulator: Emulator, { id, amount, reason, stage }: ProviderEvent) {
  const capture = requireCapture(emulator, id)
  if (capture.status !== 'COMPLETED') throw impossible('Only a completed capture can be disputed.')
  if (openDisputeOf(emulator.store, capture)) throw impossible('The capture is disputed already.')
  addDispute(emulator, capture, {
    reason: reason ?? 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    stage: stage ?? 'CHARGEBACK',
    amount: amount === undefined ? capture.amount : inCurrencyOf(capture, amount),
  })
}

function escalateDispute(emulator: Emulator, { id }: ProviderEvent) {
  const dispute = requireDispute(emulator, id)
  if (dispute.status !== 'OPEN') throw impossible(`The dispute is ${dispute.status}, not OPEN.`)
  updateDispute(emulator, dispute, { stage: 'CHARGEBACK', status: 'WAITING_FOR_SELLER_RESPONSE' })
}

/** Resolves a dispute; a buyer who wins gets the disputed amount, or `amount` if it is less. */
function endDispute(emulator: Emulator, { id, outcome, amount }: ProviderEvent) {
  const dispute = requireDispute(emulator, id)
  if (dispute.status === 'RESOLVED') throw impossible('The dispute is resolved already.')
  const award = amount === undefined ? undefined : toCents(amount)
  decideDispute(emulator, dispute, outcome ?? 'RESOLVED_SELLER_FAVOUR', award)
}

function inCurrencyOf({ amount }: Capture, value: string) {
  return money(toCents(value), amount.currency_code)
}

function update<Entry extends Capture | Refund>({ now, store }: Emulator, entry: Entry, changes: Partial<Entry>) {
  Object.assign(entry, changes, { updateTime: timestamp(now()) })
  store.changed('captureId' in entry ? 'refunds' : 'captures', entry.id)
}

function impossible(message: string) {
  return new ApiError(409, { name: 'IMPOSSIBLE', message })
}
