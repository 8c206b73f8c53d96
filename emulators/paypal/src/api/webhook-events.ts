import { announceEvent } from '@mela/emulator-base/events.ts'
import type { Emulator } from '../base/emulator.ts'
import { newId } from '../base/ids.ts'
import { displayMoney, type Money } from '../base/money.ts'
import type { Capture, Dispute, Order, Refund } from '../base/records.ts'
import { disputeBody } from './dispute-view.ts'
import { orderBody } from './order-view.ts'
import { captureBody, refundBody } from './payment-view.ts'

const orderSummaries = {
  'CHECKOUT.ORDER.APPROVED': 'An order has been approved by buyer',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'A payment has been reversed after approval.',
}
const captureSummaries = {
  'PAYMENT.CAPTURE.COMPLETED': 'Payment completed for',
  'PAYMENT.CAPTURE.PENDING': 'Payment pending for',
  'PAYMENT.CAPTURE.DECLINED': 'Payment declined for',
  'PAYMENT.CAPTURE.DENIED': 'Payment denied for',
}
const refundSummaries = {
  'PAYMENT.CAPTURE.REFUNDED': 'Payment refunded for',
  'PAYMENT.CAPTURE.REVERSED': 'Payment reversed for',
  'PAYMENT.REFUND.PENDING': 'Refund pending for',
  'PAYMENT.REFUND.FAILED': 'Refund failed for',
}

const disputeSummaries = {
  'CUSTOMER.DISPUTE.CREATED': 'A new dispute opened with Case #',
  'CUSTOMER.DISPUTE.UPDATED': 'A dispute was updated with Case #',
  'CUSTOMER.DISPUTE.RESOLVED': 'A dispute was resolved with Case #',
}

export const eventTypes: readonly string[] = [
  ...Object.keys({ ...orderSummaries, ...captureSummaries, ...refundSummaries, ...disputeSummaries }),
]

export function announceOrder(emulator: Emulator, type: keyof typeof orderSummaries, order: Order) {
  const resource = orderBody(emulator, order)
  announce(emulator, order.id, { type, resourceType: 'checkout-order', summary: orderSummaries[type], resource })
}

export function announceCapture(emulator: Emulator, type: keyof typeof captureSummaries, capture: Capture) {
  const summary = `${captureSummaries[type]} ${inWords(capture.amount)}`
  announce(emulator, capture.id, { type, resourceType: 'capture', summary, resource: captureBody(emulator, capture) })
}

export function announceRefund(emulator: Emulator, type: keyof typeof refundSummaries, refund: Refund) {
  const summary = `${refundSummaries[type]} ${inWords(refund.amount)}`
  announce(emulator, refund.id, { type, resourceType: 'refund', summary, resource: refundBody(emulator, refund) })
}

export function announceDispute(emulator: Emulator, type: keyof typeof disputeSummaries, dispute: Dispute) {
  const summary = `${disputeSummaries[type]} ${dispute.id}`
  const resource = disputeBody(emulator, dispute)
  announce(emulator, dispute.id, { type, resourceType: 'dispute', resourceVersion: '1.0', summary, resource })
}

interface Announcement {
  type: string
  resourceType: string
  resourceVersion?: string
  summary: string
  resource: object
}

function announce(emulator: Emulator, resourceId: string, announcement: Announcement) {
  const { type, resourceType, resourceVersion = '2.0', ...rest } = announcement
  const { now } = emulator
  const id = `WH-${newId()}-${newId()}`
  const createTime = now().toISOString()
  const envelope = {
    id,
    event_version: '1.0',
    create_time: createTime,
    resource_type: resourceType,
    resource_version: resourceVersion,
    event_type: type,
    ...rest,
    links: eventLinks(emulator, id),
  }
  announceEvent(emulator, { id, type, resourceId, createTime, body: JSON.stringify(envelope) })
}

function eventLinks({ url }: Emulator, id: string) {
  const href = `${url}/v1/notifications/webhooks-events/${id}`
  return [
    { href, rel: 'self', method: 'GET' },
    { href: `${href}/resend`, rel: 'resend', method: 'POST' },
  ]
}

function inWords(amount: Money) {
  return `${displayMoney(amount)} ${amount.currency_code}`
}
