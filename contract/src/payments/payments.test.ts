import { expect, it } from 'vitest'
import { paymentInput } from './payments.ts'

const aPayment = (given: object = {}) => ({
  ...{ order: 'a'.repeat(24), transactionId: '5O190127TN364715T', paymentGateway: 'paypal' },
  ...given,
})

it.each(['COMPLETED', ' Pending ', 'CREATED', 'APPROVED', 'DECLINED', 'FAILED', 'VOIDED', 'DENIED'])(
  'T127 takes the provider’s %j in lower case',
  status => {
    expect(paymentInput.parse(aPayment({ status })).status).toBe(status.trim().toLowerCase())
  },
)
