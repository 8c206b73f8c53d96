import { describe, expect, it } from 'vitest'
import { order } from '../../test/samples.ts'
import { amountLabelOf, endNotes, type PaymentStep, payStateOf } from './pay-state.ts'

const payment = {
  _id: 'f'.repeat(24),
  paymentGateway: 'paypal',
  transactionId: 'T1',
  amount: 164.96,
  disputed: false,
} as const
const completed = { ...payment, status: 'completed' } as const
const pending = { ...payment, status: 'pending' } as const

describe('the state of the pay page', () => {
  it('is the buttons while the order is pending and nothing is linked (T122, B41)', () => {
    for (const step of ['ready', 'declined', 'cancelled', 'closed', 'unstarted', 'broken'] as const) {
      expect(payStateOf(order, step)).toBe('open')
    }
  })

  it('is confirming while the outcome is unknown', () => {
    for (const step of ['settling', 'confirming', 'done'] as const) {
      expect(payStateOf(order, step)).toBe('confirming')
    }
  })

  it('is the end as soon as a payment is linked (T123), or the order is cancelled, refunded or on its way (B41)', () => {
    expect(payStateOf({ ...order, payment: pending }, 'ready')).toBe('ended')
    expect(payStateOf({ ...order, status: 'processing', payment: completed }, 'confirming')).toBe('ended')
    expect(payStateOf({ ...order, status: 'cancelled' }, 'ready')).toBe('ended')
    expect(payStateOf({ ...order, status: 'refunded', payment: completed }, 'ready')).toBe('ended')
    expect(payStateOf({ ...order, status: 'shipped' }, 'ready')).toBe('ended')
  })

  it('labels the amount by the payment (T124)', () => {
    expect(amountLabelOf(order)).toBe('Amount to pay')
    expect(amountLabelOf({ ...order, payment: pending })).toBe('Payment pending')
    expect(amountLabelOf({ ...order, status: 'cancelled', payment: pending })).toBe('Payment pending')
    expect(amountLabelOf({ ...order, status: 'processing', payment: completed })).toBe('Amount paid')
    expect(amountLabelOf({ ...order, status: 'cancelled', payment: completed })).toBe('Amount paid')
    expect(amountLabelOf({ ...order, status: 'cancelled' })).toBe('Order total')
  })

  it('says that nothing was charged wherever that is certain, and nowhere else', () => {
    const certain = Object.keys(endNotes('PayPal')).filter(
      step => /nothing was charged/i.test(textOf(step)) && !/^If/.test(textOf(step)),
    )

    expect(certain).toEqual(['declined', 'cancelled', 'closed', 'unstarted'])
  })
})

const textOf = (step: string) => endNotes('PayPal')[step as PaymentStep]?.text ?? ''
