import { paymentProblems } from '@mela/contract'
import { expect, it } from 'vitest'
import { canRefund } from './refund-payment.ts'
import { refundable } from './rows.ts'

type Payment = Parameters<typeof canRefund>[0]
type Refund = Parameters<typeof canRefund>[1][number]

const payment = (status: Payment['status'], problem: Payment['problem'] = null): Payment => ({
  ...{ status, problem },
  ...{ amount_cents: 10_010, reversed_at: null },
})
const refund = (amount_cents: number, state: Refund['state']): Refund => ({ amount_cents, state })

it('what no refund covers is left to refund; a refused one covers nothing', () => {
  const refunds = [refund(3005, 'completed'), refund(2000, 'pending'), refund(5000, 'failed')]

  expect(refundable(payment('completed'), [])).toBe(10_010)
  expect(refundable(payment('completed'), refunds)).toBe(5005)
})

it('captured money can be refunded, also of a payment that does not count', () => {
  expect(canRefund(payment('completed'), [])).toBe(true)
  expect(canRefund(payment('failed', paymentProblems.duplicate), [])).toBe(true)
  expect(canRefund(payment('failed', paymentProblems.unapproved), [])).toBe(false)
  expect(canRefund(payment('failed'), [])).toBe(false)
  expect(canRefund(payment('pending'), [])).toBe(false)
})

it('a reversed payment cannot be refunded', () => {
  expect(canRefund({ ...payment('completed'), reversed_at: new Date() }, [])).toBe(false)
})

it('a refund waits while another is queued, and ends with the last cent', () => {
  expect(canRefund(payment('completed'), [refund(1000, 'queued')])).toBe(false)
  expect(canRefund(payment('completed'), [refund(1000, 'completed')])).toBe(true)
  expect(canRefund(payment('completed'), [refund(10_010, 'completed')])).toBe(false)
})
