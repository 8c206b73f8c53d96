import type { OrderStatus } from '@mela/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { order } from '../../../test/samples.ts'
import { OrderSteps } from './order-steps.tsx'

afterEach(cleanup)

function stepsOf(statuses: OrderStatus[], refundedAt?: string, { products } = order) {
  const history = statuses.map((status, hour) => ({ status, at: `2026-11-21T0${hour}:00:00Z` }))
  const paid = statuses.includes('processing') ? {} : undefined
  const status = statuses.at(-1) ?? 'pending'
  const { payment } = order
  render(
    <OrderSteps {...{ status, createdAt: '2026-11-21T00:00:00Z', history, products, payment, paid, refundedAt }} />,
  )
  return screen.getAllByRole('listitem').map(({ textContent }) => /^[\w ]+ \([\w ]+\)/.exec(textContent)?.[0])
}

it.each<[OrderStatus[], string[]]>([
  [['pending'], ['Placed (now)', 'Paid (not yet)', 'Shipped (not yet)', 'Delivered (not yet)']],
  [
    ['pending', 'processing'],
    ['Placed (done)', 'Paid (now)', 'Shipped (not yet)', 'Delivered (not yet)'],
  ],
  [
    ['pending', 'processing', 'delivered'],
    ['Placed (done)', 'Paid (done)', 'Shipped (done)', 'Delivered (now)'],
  ],
  [
    ['pending', 'shipped'],
    ['Placed (done)', 'Paid (not yet)', 'Shipped (now)', 'Delivered (not yet)'],
  ],
  [
    ['pending', 'cancelled'],
    ['Placed (done)', 'Cancelled (the end)'],
  ],
  [
    ['pending', 'processing', 'shipped', 'refunded'],
    ['Placed (done)', 'Paid (done)', 'Shipped (done)', 'Refunded (the end)'],
  ],
])('the steps of an order that was %s', (statuses, steps) => {
  expect(stepsOf(statuses)).toEqual(steps)
})

it('the refund of a cancelled order is its last step', () => {
  const steps = stepsOf(['pending', 'processing', 'cancelled'], '2026-11-21T02:00:00Z')

  expect(steps).toEqual(['Placed (done)', 'Paid (done)', 'Cancelled (the end)', 'Refunded (the end)'])
})

it('an order by transfer was not paid when it began, but when staff recorded the money, where that is known', () => {
  const history = (['pending', 'processing'] as const).map(status => ({ status, at: '2026-11-21T00:00:00Z' }))
  const payment = {
    _id: '',
    status: 'completed',
    paymentGateway: 'transfer',
    transactionId: '',
    amount: 1,
    disputed: false,
  } as const
  const timesOf = (paid: { at?: string }) => {
    render(
      <OrderSteps
        {...order}
        {...{ status: 'processing', createdAt: '2026-11-21T00:00:00Z', history, payment, paid }}
      />,
    )
    const times = screen.getAllByRole('listitem').map(step => step.querySelector('time')?.dateTime)
    cleanup()
    return times.slice(0, 2)
  }

  expect(timesOf({})).toEqual(['2026-11-21T00:00:00Z', undefined])
  expect(timesOf({ at: '2026-11-28T00:00:00Z' })).toEqual(['2026-11-21T00:00:00Z', '2026-11-28T00:00:00Z'])
})

it('an order of gift cards is not shipped', () => {
  const products = order.products.map(line => ({ ...line, gifts: [{ quantity: 1 }] }))
  const steps = stepsOf(['pending', 'processing', 'delivered'], undefined, { ...order, products })

  expect(steps).toEqual(['Placed (done)', 'Paid (done)', 'Sent by email (now)'])
})
