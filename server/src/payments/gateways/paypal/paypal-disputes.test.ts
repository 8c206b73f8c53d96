import { expect, it } from 'vitest'
import { disputeStateOf } from './paypal-disputes.ts'
import { meaningOf } from './paypal-events.ts'

it.each([
  ['WAITING_FOR_SELLER_RESPONSE', undefined, 'needs_response'],
  ['OPEN', undefined, 'under_review'],
  ['WAITING_FOR_BUYER_RESPONSE', undefined, 'under_review'],
  ['UNDER_REVIEW', 'RESOLVED_SELLER_FAVOUR', 'under_review'],
  ['RESOLVED', 'RESOLVED_SELLER_FAVOUR', 'won'],
  ['RESOLVED', 'RESOLVED_BUYER_FAVOUR', 'lost'],
  ['RESOLVED', 'RESOLVED_WITH_PAYOUT', 'won'],
  ['RESOLVED', 'ACCEPTED', 'lost'],
  ['RESOLVED', 'DENIED', 'won'],
  ['RESOLVED', 'CANCELED_BY_BUYER', 'closed'],
  ['RESOLVED', 'toString', 'closed'],
  ['RESOLVED', undefined, 'closed'],
])('a dispute with status %s and outcome %s is %s', (status, outcome, state) => {
  expect(disputeStateOf(status, outcome)).toBe(state)
})

it.each([
  ['CHECKOUT.ORDER.APPROVED', { kind: 'session', type: 'approved' }],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', { kind: 'session', type: 'changed' }],
  ['PAYMENT.CAPTURE.COMPLETED', { kind: 'charge', type: 'changed' }],
  ['PAYMENT.CAPTURE.REVERSED', { kind: 'refund', type: 'reversed' }],
  ['PAYMENT.CAPTURE.REFUNDED', { kind: 'refund', type: 'changed' }],
  ['PAYMENT.REFUND.FAILED', { kind: 'refund', type: 'changed' }],
  ['CUSTOMER.DISPUTE.RESOLVED', { kind: 'dispute', type: 'changed' }],
  ['CATALOG.PRODUCT.CREATED', { kind: 'other', type: 'changed' }],
])('PayPal event %s is %o', (name, meaning) => {
  expect(meaningOf(name)).toEqual(meaning)
})
