import type { StaffOrder } from '@mela/contract'
import { expect, it } from 'vitest'
import { refundSentence } from './orders.api.ts'

type Payment = NonNullable<StaffOrder['payments']>[number]
type Refund = Payment['refunds'][number]

const refund = (amount: number, state: Refund['state']) => ({ amount, state }) as Refund
const paid = (given: Partial<Payment> = {}) => {
  const payment = {
    status: 'completed',
    problem: null,
    amount: 198,
    currency: 'USD',
    disputed: false,
    refunds: [],
    ...given,
  }
  return { payments: [payment as Payment] }
}

it.each<[condition: string, order: Pick<StaffOrder, 'payments'>, sentence: string | undefined]>([
  ['nothing was paid', { payments: [] }, undefined],
  ['a try failed', paid({ status: 'failed' }), undefined],
  ['it was paid', paid(), '$198.00 goes back to its customer by itself.'],
  [
    'a part went back, another is on its way, a third was refused',
    paid({ refunds: [refund(50, 'completed'), refund(8, 'pending'), refund(100, 'failed')] }),
    '$140.00 goes back to its customer by itself.',
  ],
  [
    'all went back',
    paid({ refunds: [refund(198, 'completed')] }),
    'All that was paid for it is on its way back or has gone back already.',
  ],
  [
    'the bank has taken it back',
    paid({ disputed: true, reversed: true }),
    'The bank has taken its payment back: nothing is left to refund.',
  ],
  [
    'it is disputed',
    paid({ disputed: true }),
    'Its payment is disputed: the payment provider decides who gets the $198.00.',
  ],
  [
    'it has not arrived',
    paid({ status: 'pending' }),
    'Its payment has not arrived yet; should it arrive, it goes straight back.',
  ],
])('B19 says what cancelling does to the money when %s', (_, order, sentence) => {
  expect(refundSentence(order)).toBe(sentence)
})
