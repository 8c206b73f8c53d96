import { expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { paymentInput, providerStatuses } from './payments.ts'

const order = 'a'.repeat(24)
const aPayment = (given: Record<string, unknown> = {}) => ({
  order,
  transactionId: '5O190127TN364715T',
  paymentGateway: 'paypal',
  ...given,
})

it('needs order, transaction and gateway, and nothing else', () => {
  expect(complaints(paymentInput, aPayment())).toEqual({})
  expect(complaints(paymentInput, {})).toEqual({
    order: 'This must be an id of 24 hexadecimal characters.',
    transactionId: 'This is required.',
    paymentGateway: 'This must be one of the following: paypal',
  })
})

it('knows no other gateway', () => {
  const sentence = 'This must be one of the following: paypal'

  expect(complaints(paymentInput, aPayment({ paymentGateway: 'cod' }))).toEqual({ paymentGateway: sentence })
})

it('validates the fields that it does not use', () => {
  const odd = { amount: 'much', email_address: 'x', update_time: '', status: null }

  expect(complaints(paymentInput, aPayment(odd))).toEqual({
    amount: 'This must be a number.',
    email_address: 'This email is not valid.',
    update_time: 'This is required.',
    status: 'This is required.',
  })
})

it.each([
  ['COMPLETED', 'completed'],
  [' Pending ', 'pending'],
  ['CREATED', 'pending'],
  ['APPROVED', 'pending'],
  ['DECLINED', 'failed'],
  ['FAILED', 'failed'],
  ['VOIDED', 'failed'],
  ['DENIED', 'failed'],
])('T127 reads the provider’s %j as %s', (given, status) => {
  expect(providerStatuses[paymentInput.parse(aPayment({ status: given })).status ?? '']).toBe(status)
})

it.each(['foo', '', 'toString', 'constructor', '__proto__'])('knows no status %j', status => {
  expect(complaints(paymentInput, aPayment({ status })).status).toMatch(
    /^This must be one of the following: completed, /,
  )
})
