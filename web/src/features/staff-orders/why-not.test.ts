import { nextStatuses, orderStatuses, type StaffOrder } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { whyNot } from './why-not.ts'

const payment = (given: object) => [{ status: 'completed', disputed: false, ...given }] as StaffOrder['payments']

describe('what the status dialog offers', () => {
  it('T221 B17 is what follows an order that was paid, and a reason for everything else', () => {
    for (const status of orderStatuses) {
      const offered = orderStatuses.filter(next => !whyNot({ status, payments: payment({}) }, next))
      expect([status, offered]).toEqual([status, orderStatuses.filter(next => nextStatuses[status].includes(next))])
    }
  })

  it('B18 is no refund where nothing was paid', () => {
    for (const status of ['processing', 'cancelled'] as const) {
      expect(whyNot({ status, payments: payment({ status: 'failed' }) }, 'refunded')).toBe('Nothing was paid for it.')
      expect(whyNot({ status }, 'refunded')).toBe('Nothing was paid for it.')
    }
  })

  it('is no refund of what the bank has taken back', () => {
    const payments = payment({ disputed: true, reversed: true })
    expect(whyNot({ status: 'processing', payments }, 'refunded')).toContain('nothing is left to refund')
  })

  it('is nothing that sends what is disputed, unless it was sent already', () => {
    const payments = payment({ disputed: true })

    for (const next of ['shipped', 'delivered'] as const) {
      expect(whyNot({ status: 'processing', payments }, next)).toContain('disputed')
    }
    expect(whyNot({ status: 'processing', payments }, 'cancelled')).toBeUndefined()
    expect(whyNot({ status: 'shipped', payments }, 'delivered')).toBeUndefined()
  })
})
