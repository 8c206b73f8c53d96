import { nextStatuses, orderStatuses, type StaffOrder } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { staysUnpaid, whyNot, whyNotSent } from './orders.api.ts'

type Payment = NonNullable<StaffOrder['payments']>[number]
type Refund = Payment['refunds'][number]

const refund = (state: Refund['state']) => ({ amount: 198, state }) as Refund
const payment = (given: Partial<Payment>) => {
  const all = { status: 'completed', disputed: false, amount: 198, refunds: [], ...given }
  return [all as Payment]
}

describe('the statuses in the status dialog', () => {
  it('T221 B17 are those that follow for a paid order, with a reason for all others', () => {
    for (const status of orderStatuses) {
      const offered = orderStatuses.filter(next => !whyNot({ status, payments: payment({}) }, next))
      expect([status, offered]).toEqual([status, orderStatuses.filter(next => nextStatuses[status].includes(next))])
    }
  })

  it('B18 exclude a refund where nothing was paid', () => {
    for (const status of ['processing', 'cancelled'] as const) {
      expect(whyNot({ status, payments: payment({ status: 'failed' }) }, 'refunded')).toBe('Nothing was paid for it.')
      expect(whyNot({ status }, 'refunded')).toBe('Nothing was paid for it.')
    }
  })

  it('exclude a refund of a reversed payment', () => {
    const payments = payment({ disputed: true, reversed: true })
    expect(whyNot({ status: 'processing', payments }, 'refunded')).toContain('nothing is left to refund')
  })

  it('exclude sending an order whose whole payment is being refunded', () => {
    const payments = payment({ refunds: [refund('queued')] })

    expect(whyNot({ status: 'processing', payments }, 'shipped')).toContain('on its way back')
    expect(whyNot({ status: 'processing', payments }, 'refunded')).toBeUndefined()
  })

  it('exclude sending a disputed order, unless it was sent already', () => {
    const payments = payment({ disputed: true })

    for (const next of ['shipped', 'delivered'] as const) {
      expect(whyNot({ status: 'processing', payments }, next)).toContain('disputed')
    }
    expect(whyNot({ status: 'processing', payments }, 'cancelled')).toBeUndefined()
    expect(whyNot({ status: 'shipped', payments }, 'delivered')).toBeUndefined()
  })
})

it('B36 warn that an order without its payment stays unpaid, but not for a paid or cancelled one', () => {
  const failed = payment({ status: 'failed' })

  expect(staysUnpaid({ status: 'pending', payments: failed }, 'processing')).toContain('Nothing was paid')
  expect(staysUnpaid({ status: 'pending' }, 'delivered')).toContain('Nothing was paid')
  expect(staysUnpaid({ status: 'pending' }, 'cancelled')).toBeUndefined()
  expect(staysUnpaid({ status: 'processing', payments: payment({}) }, 'shipped')).toBeUndefined()
})

it.each([
  ['cancelled', payment({}), 'This order was cancelled: do not send it.'],
  ['refunded', payment({}), 'This order was refunded: do not send it.'],
  ['pending', undefined, 'Nothing was paid for this order.'],
  ['processing', payment({ disputed: true }), 'The payment of this order is disputed: do not send it now.'],
  [
    'processing',
    payment({ refunds: [refund('pending')] }),
    'The payment of this order is on its way back: do not send it.',
  ],
  ['processing', payment({ refunds: [refund('failed')] }), undefined],
  ['processing', payment({}), undefined],
] as const)('the packing slip of a %s order says why not to send it: %#', (status, payments, reason) => {
  expect(whyNotSent({ status, payments })).toBe(reason)
})
