import type { StaffOrder } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { orderSteps } from './order-steps.ts'

type Status = StaffOrder['status']

const stepsOf = (...statuses: [Status, ...Status[]]) => {
  const history = statuses.map((status, hour) => ({ status, at: `2026-11-21T0${hour}:00:00Z`, by: null }))
  const isPaid = statuses.includes('processing')
  const payments = (isPaid ? [{ status: 'completed' }] : []) as StaffOrder['payments']
  const order = { status: statuses.at(-1) ?? 'pending', createdAt: '2026-11-21T00:00:00Z', history, payments }
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

  it('tell of an order that was sent without being paid', () => {
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
})
