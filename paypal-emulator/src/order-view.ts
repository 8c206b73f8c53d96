import type { Emulator } from './emulator.ts'
import type { Link } from './errors.ts'
import type { Answer, ApiRequest } from './http.ts'
import { money, toCents } from './money.ts'
import type { Approval, Capture, Order } from './records.ts'

export function orderAnswer(emulator: Emulator, order: Order, status: number, headers: ApiRequest['headers']): Answer {
  const wantsAll = headers.prefer?.includes('return=representation')
  const { id, links } = { id: order.id, links: orderLinks(emulator, order) }
  const body = wantsAll ? orderBody(emulator, order) : { id, status: order.status, links }
  return { status, body, resourceId: id }
}

export function orderBody(emulator: Emulator, order: Order) {
  const { purchaseUnit, approval } = order
  const capture = order.captureId ? emulator.store.captures.get(order.captureId) : undefined
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: paymentSource(order),
    purchase_units: [{ ...purchaseUnit, ...(capture && { payments: { captures: [captureBody(emulator, capture)] } }) }],
    payer: approval && { email_address: approval.email, payer_id: approval.payerId, name: testBuyer },
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(emulator, order),
  }
}

export function captureBody(emulator: Emulator, capture: Capture) {
  return {
    id: capture.id,
    status: capture.status,
    status_details: capture.reason && { reason: capture.reason },
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: capture.status === 'COMPLETED' ? receivable(capture) : undefined,
    custom_id: capture.customId,
    invoice_id: capture.invoiceId,
    create_time: capture.createTime,
    update_time: capture.updateTime,
    links: [
      link(emulator, `/v2/payments/captures/${capture.id}`, 'self'),
      link(emulator, `/v2/checkout/orders/${capture.orderId}`, 'up'),
    ],
  }
}

const testBuyer = { given_name: 'Test', surname: 'Buyer' }

function paymentSource({ hasPaymentSource, approval }: Order) {
  if (!approval) return hasPaymentSource ? { paypal: {} } : undefined
  return { paypal: walletOf(approval) }
}

function walletOf({ email, payerId }: Approval) {
  return { email_address: email, account_id: payerId, account_status: 'VERIFIED', name: testBuyer }
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

function orderLinks(emulator: Emulator, order: Order): Link[] {
  const path = `/v2/checkout/orders/${order.id}`
  const self = link(emulator, path, 'self')
  if (order.status === 'COMPLETED') return [self]

  const update = link(emulator, path, 'update', 'PATCH')
  const capture = link(emulator, `${path}/capture`, 'capture', 'POST')
  return order.status === 'APPROVED'
    ? [self, update, capture]
    : [self, approvalLink(emulator, order, order.status === 'CREATED' ? 'approve' : 'payer-action'), update, capture]
}

export function approvalLink(emulator: Emulator, order: Order, rel: string) {
  return link(emulator, `/checkoutnow?token=${order.id}`, rel)
}

function link({ url }: Emulator, path: string, rel: string, method = 'GET'): Link {
  return { href: url + path, rel, method }
}
