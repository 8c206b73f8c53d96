import { describe, expect, it } from 'vitest'
import { order } from '../../../test/samples.ts'
import { amountLabelOf, payStateOf } from './pay-state.ts'

const payment = {
  _id: 'f'.repeat(24),
  paymentGateway: 'paypal',
  transactionId: 'T1',
  amount: 164.96,
  disputed: false,
} as const
const completed = { ...payment, status: 'completed' } as const
const pending = { ...payment, status: 'pending' } as const

describe('what the pay page shows', () => {
  it('is the buttons while the order is pending and nothing is linked (T122, B41)', () => {
    expect(payStateOf(order, 'ready')).toBe('open')
    expect(payStateOf(order, 'declined')).toBe('open')
  })

  it('is that we are confirming while the end is not known', () => {
    expect(payStateOf(order, 'settling')).toBe('confirming')
    expect(payStateOf(order, 'confirming')).toBe('confirming')
    expect(payStateOf(order, 'done')).toBe('confirming')
  })

  it('goes by the order as soon as a payment is linked (T123)', () => {
    expect(payStateOf({ ...order, payment: pending }, 'ready')).toBe('pending')
    expect(payStateOf({ ...order, status: 'processing', payment: completed }, 'confirming')).toBe('paid')
  })

  it('offers nothing for an order that is cancelled, refunded or on its way (B41)', () => {
    expect(payStateOf({ ...order, status: 'cancelled' }, 'ready')).toBe('cancelled')
    expect(payStateOf({ ...order, status: 'refunded', payment: completed }, 'ready')).toBe('refunded')
    expect(payStateOf({ ...order, status: 'shipped' }, 'ready')).toBe('closed')
  })

  it('labels the amount by the payment (T124)', () => {
    expect(amountLabelOf(order)).toBe('Amount to pay')
    expect(amountLabelOf({ ...order, payment: pending })).toBe('Amount to pay')
    expect(amountLabelOf({ ...order, status: 'processing', payment: completed })).toBe('Amount paid')
    expect(amountLabelOf({ ...order, status: 'cancelled', payment: completed })).toBe('Amount paid')
    expect(amountLabelOf({ ...order, status: 'cancelled' })).toBe('Order total')
  })
})
