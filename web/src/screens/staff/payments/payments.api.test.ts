import { leftToRefund } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { canRefund, type PaymentWithRefunds } from './payments.api.ts'

const payment = (status: string, problem: string | null, ...refunds: [number, string][]) =>
  ({
    ...{ status, problem, amount: 100.1 },
    refunds: refunds.map(([amount, state]) => ({ amount, state })),
  }) as PaymentWithRefunds

describe('the refundable amount', () => {
  it('is what no refund covers; a refused one covers nothing', () => {
    expect(leftToRefund(payment('completed', null))).toBe(100.1)
    expect(leftToRefund(payment('completed', null, [30.05, 'completed'], [20, 'pending'], [50, 'failed']))).toBe(50.05)
  })

  it('includes captured money of a payment that does not count', () => {
    expect(canRefund(payment('completed', null))).toBe(true)
    expect(canRefund(payment('failed', 'The order has another payment.'))).toBe(true)
    expect(canRefund(payment('failed', 'The buyer has not approved this payment.'))).toBe(false)
    expect(canRefund(payment('failed', null))).toBe(false)
    expect(canRefund(payment('pending', null))).toBe(false)
  })

  it('is nothing for a reversed payment', () => {
    expect(canRefund({ ...payment('completed', null), disputed: true, reversed: false })).toBe(true)
    expect(canRefund({ ...payment('completed', null), disputed: true, reversed: true })).toBe(false)
  })

  it('waits while a refund is queued, and ends with the last cent', () => {
    expect(canRefund(payment('completed', null, [10, 'queued']))).toBe(false)
    expect(canRefund(payment('completed', null, [100.1, 'completed']))).toBe(false)
  })
})
