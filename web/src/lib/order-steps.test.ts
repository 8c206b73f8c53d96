import type { OrderStatus } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { orderSteps } from './order-steps.ts'

const stepsOf = (...statuses: [OrderStatus, ...OrderStatus[]]) => {
  const history = statuses.map((status, hour) => ({ status, at: `2026-11-21T0${hour}:00:00Z` }))
  const paid = statuses.includes('processing') ? {} : undefined
  const order = { status: statuses.at(-1) ?? 'pending', createdAt: '2026-11-21T00:00:00Z', history, paid }
  return orderSteps(order).map(({ label, state }) => `${label} ${state}`)
}

describe('the steps of an order', () => {
  it('are reached one after the other', () => {
    expect(stepsOf('pending')).toEqual(['Placed current', 'Paid open', 'Shipped open', 'Delivered open'])
    expect(stepsOf('pending', 'processing')).toEqual([
      'Placed reached',
      'Paid current',
      'Shipped open',
      'Delivered open',
    ])
    expect(stepsOf('pending', 'processing', 'delivered')).toEqual([
      'Placed reached',
      'Paid reached',
      'Shipped reached',
      'Delivered current',
    ])
  })

  it('show an order that was sent without payment', () => {
    expect(stepsOf('pending', 'shipped')).toEqual(['Placed reached', 'Paid open', 'Shipped current', 'Delivered open'])
  })

  it('end where it was cancelled or refunded', () => {
    expect(stepsOf('pending', 'cancelled')).toEqual(['Placed reached', 'Cancelled ended'])
    expect(stepsOf('pending', 'processing', 'shipped', 'refunded')).toEqual([
      'Placed reached',
      'Paid reached',
      'Shipped reached',
      'Refunded ended',
    ])
  })

  it('show when the refund of a cancelled order was complete', () => {
    const history = [{ status: 'cancelled' as const, at: '2026-11-21T01:00:00Z' }]
    const order = { status: 'cancelled' as const, createdAt: '2026-11-21T00:00:00Z', history, paid: {} }

    expect(orderSteps({ ...order, refundedAt: '2026-11-21T02:00:00Z' }).map(({ label }) => label)).toEqual([
      'Placed',
      'Paid',
      'Cancelled',
      'Refunded',
    ])
  })
})
