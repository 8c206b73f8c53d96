import { expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { paymentInput } from './payments.ts'

const aPayment = (given: object = {}) => ({
  ...{ order: 'a'.repeat(24), transactionId: '5O190127TN364715T', paymentGateway: 'paypal' },
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

it.each(['COMPLETED', ' Pending ', 'CREATED', 'APPROVED', 'DECLINED', 'FAILED', 'VOIDED', 'DENIED'])(
  'T127 takes the provider’s %j in lower case',
  status => {
    expect(paymentInput.parse(aPayment({ status })).status).toBe(status.trim().toLowerCase())
  },
)

it.each(['foo', '', '__proto__'])('knows no status %j', status => {
  expect(complaints(paymentInput, aPayment({ status })).status).toMatch(/^This must be one of the following: completed/)
})
