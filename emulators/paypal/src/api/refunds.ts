import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { notAuthorized, resourceNotFound, unprocessable } from '../base/errors.ts'
import { takeFault } from '../base/faults.ts'
import { newId } from '../base/ids.ts'
import type { Issue } from '../base/issues.ts'
import { money, toCents } from '../base/money.ts'
import { money as moneySchema } from '../base/order-amount.ts'
import { merchant, payeeOf } from '../base/order-request.ts'
import type { Capture, Refund } from '../base/records.ts'
import { parse, text } from '../base/request-schema.ts'
import { timestamp } from '../base/time.ts'
import { requireCapture } from './captures.ts'
import { openDisputeOf, resolveDispute } from './dispute-records.ts'
import { obeyMock } from './mock.ts'
import { refundBody, refundedCents, refundLinks, refundsOf } from './payment-view.ts'
import { announceRefund } from './webhook-events.ts'

const refundableFor = 180 * 24 * hour
const maxRefunds = 100

export const refundEvents = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
  CANCELLED: 'PAYMENT.REFUND.FAILED',
} as const

const refundRequest = z
  .strictObject({
    amount: moneySchema,
    custom_id: text(1, 127, /^.*$/),
    invoice_id: text(1, 127, /^.*$/),
    note_to_payer: text(1, 255, /^.*$/),
    payment_instruction: z.unknown(),
  })
  .partial()

export function refundCapture(emulator: Emulator, { id, json, headers }: ApiRequest): Answer {
  const request = parse(refundRequest, json ?? {})
  const capture = requireCapture(emulator, id)
  obeyMock(headers)
  refuseOfOtherPayee(emulator, capture)
  return refundAnswer(emulator, addRefund(emulator, capture, request), 201, headers)
}

/** The keys have no right to another account's capture. */
function refuseOfOtherPayee({ store }: Emulator, { orderId }: Capture) {
  const order = store.orders.get(orderId)
  if (order && payeeOf(order.purchaseUnit) !== merchant) throw notAuthorized()
}

export function showRefund(emulator: Emulator, { id }: ApiRequest): Answer {
  return { status: 200, body: refundBody(emulator, requireRefund(emulator, id)) }
}

/** The response to a repeated request: the refund's current state. */
export function repeatRefund(emulator: Emulator, { id, headers }: ApiRequest): Answer {
  return refundAnswer(emulator, requireRefund(emulator, id), 200, headers)
}

/**
 * Throws a 422 when the capture cannot be refunded by this amount; without an amount the whole remainder is refunded.
 */
export function addRefund(emulator: Emulator, capture: Capture, request: z.infer<typeof refundRequest>) {
  const { store } = emulator
  const left = toCents(capture.amount.value) - refundedCents(emulator, capture)
  const amount = request.amount ?? money(left, capture.amount.currency_code)
  const issue = issueOfRefund(emulator, capture, amount, left)
  if (issue) throw unprocessable([{ issue, field: request.amount && '/amount/value' }])

  const path = `POST /v2/payments/captures/${capture.id}/refund`
  const status = takeFault(store, 'refund', path)?.status ?? 'COMPLETED'
  const refund = createRefund(emulator, capture, toCents(amount.value), {
    status,
    reason: status === 'PENDING' ? 'ECHECK' : undefined,
    customId: request.custom_id,
    invoiceId: request.invoice_id,
    note: request.note_to_payer,
  })
  const dispute = openDisputeOf(store, capture)
  if (dispute && status === 'COMPLETED')
    resolveDispute(emulator, dispute, 'RESOLVED_BUYER_FAVOUR', toCents(amount.value))
  return refund
}

/** Refunds a capture as PayPal does after a dispute: the merchant's limits of a refund do not apply. */
export function payBack(emulator: Emulator, capture: Capture, cents: number) {
  createRefund(emulator, capture, cents, { status: 'COMPLETED' })
}

/** The buyer's bank, or PayPal, takes all or a part back. */
export function reverse(emulator: Emulator, capture: Capture, cents: number) {
  const isUnlisted = capture.reason === 'CHARGEBACK'
  const details = { status: 'COMPLETED', note: 'Payment reversed', isUnlisted } as const
  createRefund(emulator, capture, cents, details, 'PAYMENT.CAPTURE.REVERSED')
}

function createRefund(
  emulator: Emulator,
  capture: Capture,
  cents: number,
  details: Pick<Refund, 'status' | 'reason' | 'customId' | 'invoiceId' | 'note' | 'isUnlisted'>,
  event: Parameters<typeof announceRefund>[1] = refundEvents[details.status],
) {
  const time = timestamp(emulator.now())
  const amount = money(cents, capture.amount.currency_code)
  const refund: Refund = { id: newId(), captureId: capture.id, amount, ...details, createTime: time, updateTime: time }
  emulator.store.refunds.set(refund.id, refund)
  emulator.store.changed('refunds', refund.id)
  capture.updateTime = time
  emulator.store.changed('captures', capture.id)
  announceRefund(emulator, event, refund)
  return refund
}

function issueOfRefund(
  emulator: Emulator,
  capture: Capture,
  amount: Capture['amount'],
  left: number,
): Issue | undefined {
  const cents = toCents(amount.value)
  if (capture.status === 'PENDING') return 'PENDING_CAPTURE'
  if (capture.status !== 'COMPLETED') return 'REFUND_NOT_ALLOWED'
  if (capture.reason === 'CHARGEBACK') return 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'
  if (left === 0) return 'CAPTURE_FULLY_REFUNDED'
  if (emulator.now().getTime() - Date.parse(capture.createTime) > refundableFor) return 'REFUND_TIME_LIMIT_EXCEEDED'
  if (refundsOf(emulator, capture).length >= maxRefunds) return 'MAX_NUMBER_OF_REFUNDS_EXCEEDED'
  if (amount.currency_code !== capture.amount.currency_code) return 'REFUND_CAPTURE_CURRENCY_MISMATCH'
  if (/\.\d{3,}$/.test(amount.value)) return 'DECIMAL_PRECISION'
  if (cents <= 0) return 'CANNOT_BE_ZERO_OR_NEGATIVE'
  if (cents > left) return 'REFUND_AMOUNT_EXCEEDED'
  return cents < left && openDisputeOf(emulator.store, capture) ? 'TRANSACTION_DISPUTED' : undefined
}

export function requireRefund({ store }: Emulator, id: string) {
  const refund = store.refunds.get(id)
  if (!refund) throw resourceNotFound()
  return refund
}

function refundAnswer(emulator: Emulator, refund: Refund, status: number, headers: ApiRequest['headers']): Answer {
  const { id } = refund
  const wantsAll = headers.prefer?.includes('return=representation')
  const body = wantsAll
    ? refundBody(emulator, refund)
    : { id, status: refund.status, links: refundLinks(emulator, refund) }
  return { status, body, resourceId: id }
}
