import { expect, it } from 'vitest'
import { meaningOf } from './paypal-events.ts'

it.each([
  ['CHECKOUT.ORDER.APPROVED', { kind: 'session', type: 'approved' }],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', { kind: 'session', type: 'changed' }],
  ['PAYMENT.CAPTURE.COMPLETED', { kind: 'charge', type: 'changed' }],
  ['PAYMENT.CAPTURE.REVERSED', { kind: 'charge', type: 'reversed' }],
  ['PAYMENT.CAPTURE.REFUNDED', { kind: 'refund', type: 'changed' }],
  ['CUSTOMER.DISPUTE.RESOLVED', { kind: 'dispute', type: 'changed' }],
  ['CATALOG.PRODUCT.CREATED', { kind: 'other', type: 'changed' }],
])('PayPal event %s is %o', (name, meaning) => {
  expect(meaningOf(name)).toEqual(meaning)
})
