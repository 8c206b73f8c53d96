import type { StaffOrder } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { orderEvents } from './orders.api.ts'

type Payment = NonNullable<StaffOrder['payments']>[number]
type Refund = Payment['refunds'][number]

const admin = { _id: 'b'.repeat(24), name: { firstName: 'Mela', lastName: 'Admin' } }

const eventsOf = (given: Partial<Refund>) => {
  const refund = {
    amount: 49,
    currency: 'USD',
    state: 'completed',
    by: admin,
    createdAt: '2026-11-22T06:46:00.000Z',
    ...given,
  } as Refund
  const payment = { status: 'completed', problem: null, refunds: [refund] } as Partial<Payment> as Payment
  return orderEvents({ history: [], payments: [payment] })
}

describe('the history of an order', () => {
  it('names the payment provider where a refund was refused, not the staff member', () => {
    const failure = 'PayPal could not complete this refund.'
    for (const by of [admin, null]) {
      expect(eventsOf({ state: 'failed', by, failure })).toMatchObject([
        { text: 'Refund of $49.00 refused', by: 'the payment provider', note: failure },
      ])
    }
  })
})
