import type { Emulator } from '../base/emulator.ts'
import { newId } from '../base/ids.ts'
import { displayMoney, type Money } from '../base/money.ts'
import type { Capture, Dispute, Order, Refund, WebhookEvent } from '../base/records.ts'
import type { Store } from '../base/store.ts'
import { disputeBody } from './dispute-view.ts'
import { orderBody } from './order-view.ts'
import { captureBody, refundBody } from './payment-view.ts'

const remembered = 500

const orderSummaries = {
  'CHECKOUT.ORDER.APPROVED': 'An order has been approved by buyer',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'A payment has been reversed after approval.',
}
const captureSummaries = {
  'PAYMENT.CAPTURE.COMPLETED': 'Payment completed for',
  'PAYMENT.CAPTURE.PENDING': 'Payment pending for',
  'PAYMENT.CAPTURE.DECLINED': 'Payment declined for',
  'PAYMENT.CAPTURE.DENIED': 'Payment denied for',
  'PAYMENT.CAPTURE.REVERSED': 'Payment reversed for',
}
const refundSummaries = {
  'PAYMENT.CAPTURE.REFUNDED': 'Payment refunded for',
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

/** Stores the event with its exact bytes and sends it to every subscribed webhook. */
function announce(emulator: Emulator, resourceId: string, announcement: Announcement) {
  const { type, resourceType, resourceVersion = '2.0', ...rest } = announcement
  const { webhookSender, now, store } = emulator
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
  const event: WebhookEvent = {
    id,
    type,
    resourceId,
    createTime,
    body: JSON.stringify(envelope),
    deliveries: [],
  }
  store.events.set(id, event)
  forgetOldest(store)
  webhookSender.send(
    event,
    [...store.webhooks.values()].filter(({ types }) => types.includes('*') || types.includes(type)),
  )
}

function eventLinks({ url }: Emulator, id: string) {
  const href = `${url}/v1/notifications/webhooks-events/${id}`
  return [
    { href, rel: 'self', method: 'GET' },
    { href: `${href}/resend`, rel: 'resend', method: 'POST' },
  ]
}

function forgetOldest({ events, changed }: Store) {
  const [oldest] = events.keys()
  if (events.size <= remembered || !oldest) return
  events.delete(oldest)
  changed('events', oldest)
}

function inWords(amount: Money) {
  return `${displayMoney(amount)} ${amount.currency_code}`
}
