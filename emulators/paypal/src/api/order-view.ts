import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { Emulator } from '../base/emulator.ts'
import type { Link } from '../base/errors.ts'
import { payeeOf } from '../base/order-request.ts'
import type { Approval, Order } from '../base/records.ts'
import { link, paymentsOf } from './payment-view.ts'

export function orderAnswer(emulator: Emulator, order: Order, status: number, headers: ApiRequest['headers']): Answer {
  const wantsAll = headers.prefer?.includes('return=representation')
  const { id, links } = { id: order.id, links: orderLinks(emulator, order) }
  const body = wantsAll ? orderBody(emulator, order) : { id, status: order.status, links }
  return { status, body, resourceId: id }
}

export function orderBody(emulator: Emulator, order: Order) {
  const { purchaseUnit, otherUnits = [], approval } = order
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: paymentSource(order),
    purchase_units: [
      { ...purchaseUnit, payee: payeeOf(purchaseUnit), payments: paymentsOf(emulator, order) },
      ...otherUnits.map(unit => ({ ...unit, payee: payeeOf(unit), payments: undefined })),
    ],
    payer: approval && { email_address: approval.email, payer_id: approval.payerId, name: testBuyer },
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(emulator, order),
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

function orderLinks(emulator: Emulator, order: Order): Link[] {
  const path = `/v2/checkout/orders/${order.id}`
  const self = link(emulator, path, 'self')
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return [self]

  const update = link(emulator, path, 'update', 'PATCH')
  const capture = link(emulator, `${path}/capture`, 'capture', 'POST')
  return order.status === 'APPROVED'
    ? [self, update, capture]
    : [self, approvalLink(emulator, order, order.status === 'CREATED' ? 'approve' : 'payer-action'), update, capture]
}

export function approvalLink(emulator: Emulator, order: Order, rel: string) {
  return link(emulator, `/checkoutnow?token=${order.id}`, rel)
}
