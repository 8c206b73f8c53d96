import type { Emulator } from '../base/emulator.ts'
import type { Link } from '../base/errors.ts'
import { money, toCents } from '../base/money.ts'
import type { Capture, Order, Refund } from '../base/records.ts'

export function paymentsOf(emulator: Emulator, { captureId }: Order) {
  const capture = captureId ? emulator.store.captures.get(captureId) : undefined
  if (!capture) return

  const { supplementary_data, ...body } = captureBody(emulator, capture)
  const refunds = refundsOf(emulator, capture).map(refund => refundBody(emulator, refund))
  return { captures: [body], ...(refunds.length > 0 && { refunds }) }
}

export function captureBody(emulator: Emulator, capture: Capture) {
  const path = `/v2/payments/captures/${capture.id}`
  return {
    id: capture.id,
    status: captureStatus(emulator, capture),
    status_details: capture.reason && { reason: capture.reason },
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: capture.status === 'COMPLETED' ? receivable(capture) : undefined,
    custom_id: capture.customId,
    invoice_id: capture.invoiceId,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    create_time: capture.createTime,
    update_time: capture.updateTime,
    links: [
      link(emulator, path, 'self'),
      link(emulator, `${path}/refund`, 'refund', 'POST'),
      link(emulator, `/v2/checkout/orders/${capture.orderId}`, 'up'),
    ],
  }
}

export function refundBody(emulator: Emulator, refund: Refund) {
  return {
    id: refund.id,
    status: refund.status,
    status_details: refund.reason && { reason: refund.reason },
    amount: refund.amount,
    custom_id: refund.customId,
    invoice_id: refund.invoiceId,
    note_to_payer: refund.note,
    seller_payable_breakdown: payable(emulator, refund),
    create_time: refund.createTime,
    update_time: refund.updateTime,
    links: refundLinks(emulator, refund),
  }
}

export function refundLinks(emulator: Emulator, { id, captureId }: Refund): Link[] {
  return [
    link(emulator, `/v2/payments/refunds/${id}`, 'self'),
    link(emulator, `/v2/payments/captures/${captureId}`, 'up'),
  ]
}

export function link({ url }: Emulator, path: string, rel: string, method = 'GET'): Link {
  return { href: url + path, rel, method }
}

export function refundsOf({ store }: Emulator, { id }: Capture) {
  return [...store.refunds.values()].filter(({ captureId, isUnlisted }) => captureId === id && !isUnlisted)
}

/** Cents of pending and completed refunds. */
export function refundedCents(emulator: Emulator, capture: Capture) {
  const live = refundsOf(emulator, capture).filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
  return sumOf(live)
}

function captureStatus(emulator: Emulator, capture: Capture) {
  const refunded = sumOf(refundsOf(emulator, capture).filter(({ status }) => status === 'COMPLETED'))
  if (refunded === 0) return capture.status
  return refunded < toCents(capture.amount.value) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
}

/** PayPal's fee in the USA: 3.49 % and 49 cents. */
function receivable({ amount: { currency_code, value } }: Capture) {
  const gross = toCents(value)
  const fee = Math.min(gross, Math.round(gross * 0.0349) + 49)
  return {
    gross_amount: money(gross, currency_code),
    paypal_fee: money(fee, currency_code),
    net_amount: money(gross - fee, currency_code),
  }
}

/** PayPal keeps its fee on a refund. */
function payable({ store }: Emulator, { captureId, amount }: Refund) {
  const refunds = [...store.refunds.values()].filter(refund => refund.captureId === captureId)
  return {
    gross_amount: amount,
    paypal_fee: money(0, amount.currency_code),
    net_amount: amount,
    total_refunded_amount: money(sumOf(refunds.filter(({ status }) => status === 'COMPLETED')), amount.currency_code),
  }
}

function sumOf(refunds: Refund[]) {
  return refunds.reduce((cents, { amount }) => cents + toCents(amount.value), 0)
}
