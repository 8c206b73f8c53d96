import type { Order } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { order } from '../../../test/samples.ts'
import { amountStillDue, cancelConsequence, comesBack, orderMessages } from './order-words.ts'

const payment: Order['payment'] = {
  _id: 'f'.repeat(24),
  status: 'completed',
  paymentGateway: 'paypal',
  transactionId: 'T1',
  amount: 164.96,
  disputed: false,
}
const paid: Order = { ...order, status: 'processing', payment, amountPaid: 164.96 }
const refund = (amount: number, state: Order['refunds'][number]['state']) => ({
  _id: 'e'.repeat(24),
  amount,
  state,
  createdAt: order.createdAt,
  completedAt: state === 'completed' ? order.createdAt : null,
})

describe('the sentences about an order', () => {
  it('names the refund when a paid order is cancelled: the remainder of its payment (B19)', () => {
    expect(cancelConsequence(paid)).toBe('Nothing will be sent, and $164.96 goes back the way it came.')
    expect(cancelConsequence({ ...paid, amountRefunded: 64.97 })).toContain('$99.99 goes back')
    expect(comesBack({ ...paid, amountRefunded: 164.96 })).toBe(0)
  })

  it('says that nothing was paid for a pending order, unless its payment is under way', () => {
    expect(cancelConsequence(order)).toMatch(/^Nothing was paid/)
    expect(cancelConsequence({ ...order, payment: { ...payment, status: 'pending' } })).toMatch(
      /still pending at PayPal/,
    )
  })

  it('promises no parcel for an order whose whole payment is being refunded', () => {
    expect(orderMessages({ ...paid, refunds: [refund(164.96, 'pending')] })).toBe(
      'Your money is on its way back to you, so your order is not sent.',
    )
    for (const refunds of [[refund(64.96, 'pending')], [refund(164.96, 'failed')]]) {
      expect(orderMessages({ ...paid, refunds })).toMatch(/^We are packing/)
    }
  })

  it('promises the refund of a cancelled order until it is complete', () => {
    const cancelled: Order = { ...paid, status: 'cancelled' }

    expect(orderMessages(cancelled)).toBe('This order was cancelled. Your money goes back the way it came.')
    expect(orderMessages({ ...cancelled, refunds: [refund(164.96, 'pending')] })).toContain('goes back')
    expect(orderMessages({ ...cancelled, amountRefunded: 164.96, refunds: [refund(164.96, 'completed')] })).toBe(
      'This order was cancelled. Your money was given back.',
    )
  })

  it('promises the refund of a cancelled order’s pending payment, once it completes (B19)', () => {
    const cancelled: Order = { ...order, status: 'cancelled', payment: { ...payment, status: 'pending' } }

    expect(orderMessages(cancelled)).toBe(
      'This order was cancelled. Your payment is still pending at PayPal: if the money arrives, it goes back the way it came.',
    )
    expect(orderMessages({ ...cancelled, payment: null })).toBe('This order was cancelled. There is nothing to pay.')
  })

  it('shows the amount due when the provider has refused, and nothing once it is asked again', () => {
    const refused: Order = { ...paid, status: 'cancelled', refunds: [refund(164.96, 'failed')] }

    expect(amountStillDue(refused)).toBe(164.96)
    expect(orderMessages(refused)).toContain('We owe you $164.96')
    expect(amountStillDue({ ...refused, refunds: [...refused.refunds, refund(164.96, 'queued')] })).toBe(0)
    expect(amountStillDue({ ...paid, refunds: [refund(10, 'failed')] })).toBe(0)
  })

  it('promises nothing while the payment is disputed: PayPal decides who gets the money (B19)', () => {
    const disputed: Order = { ...paid, payment: { ...payment, disputed: true } }
    const cancelled: Order = { ...disputed, status: 'cancelled' }
    const held =
      'No money goes back now: a case about the payment was opened at PayPal, which decides who gets the money.'

    expect(cancelConsequence(disputed)).toBe(`Nothing will be sent. ${held}`)
    expect(orderMessages(cancelled)).toBe(`This order was cancelled. ${held}`)
    expect(orderMessages({ ...cancelled, refunds: [refund(164.96, 'failed')] })).toContain(held)
    expect(orderMessages({ ...cancelled, refunds: [refund(164.96, 'pending')] })).toContain('Your money goes back')
    expect(orderMessages({ ...cancelled, amountRefunded: 164.96 })).toContain('Your money was given back.')
  })

  it('distinguishes expired from cancelled orders, and a late or refused payment from none', () => {
    const expired: Order = { ...order, status: 'cancelled', isExpired: true }

    expect(orderMessages(expired)).toBe(
      'This order was not paid in time, so it was cancelled. There is nothing to pay.',
    )
    expect(orderMessages({ ...expired, amountPaid: 164.96 })).toContain('Your money goes back')
    expect(orderMessages({ ...expired, isPaymentRefused: true })).toBe(
      'Your payment was refused by PayPal, so this order was cancelled. There is nothing to pay.',
    )
  })
})
