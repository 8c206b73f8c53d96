import { describe, expect, it } from 'vitest'
import { arrivalText, deliveryDates, promisedDays } from './delivery-dates.ts'
import type { Order } from './orders.ts'

const MONDAY_TO_FRIDAY = ['mon', 'tue', 'wed', 'thu', 'fri']
const inMumbai = { timeZone: 'Asia/Kolkata', shippingDays: MONDAY_TO_FRIDAY, cutOff: '14:00', holidays: [] as string[] }
const method = { minDays: 2, maxDays: 4 }

describe('deliveryDates', () => {
  it.each([
    ['one minute before the cut-off leaves today', '2026-12-01T08:29:00Z', { from: '2026-12-03', to: '2026-12-07' }],
    ['at the cut-off leaves tomorrow', '2026-12-01T08:30:00Z', { from: '2026-12-04', to: '2026-12-08' }],
    ['on a Friday evening leaves on Monday', '2026-12-04T13:00:00Z', { from: '2026-12-09', to: '2026-12-11' }],
    ['on a Sunday leaves on Monday', '2026-12-06T03:00:00Z', { from: '2026-12-09', to: '2026-12-11' }],
  ])('an order %s', (_, now, dates) => {
    expect(deliveryDates(method, new Date(now), inMumbai)).toEqual(dates)
  })

  it('counts in the time zone of the shop, not of the machine', () => {
    const now = new Date('2026-12-01T20:00:00Z')

    const there = { ...inMumbai, cutOff: '23:59' }
    expect(deliveryDates({ minDays: 0, maxDays: 0 }, now, there)?.to).toBe('2026-12-02')
    expect(deliveryDates({ minDays: 0, maxDays: 0 }, now, { ...there, timeZone: 'America/New_York' })?.to).toBe(
      '2026-12-01',
    )
  })

  it('skips holidays, also on the day of shipping', () => {
    const calendar = { ...inMumbai, holidays: ['2026-12-24', '2026-12-25'] }

    expect(deliveryDates({ minDays: 1, maxDays: 2 }, new Date('2026-12-24T04:00:00Z'), calendar)).toEqual({
      from: '2026-12-29',
      to: '2026-12-30',
    })
  })

  it.each([
    ['the clock goes forward', '2026-03-27T11:00:00Z', '2026-03-30'],
    ['the clock goes back', '2026-10-23T10:00:00Z', '2026-10-26'],
  ])('counts whole days over a weekend on which %s', (_, now, arrival) => {
    const berlin = { ...inMumbai, timeZone: 'Europe/Berlin', cutOff: '14:00' }

    expect(deliveryDates({ minDays: 1, maxDays: 1 }, new Date(now), berlin)?.to).toBe(arrival)
  })

  it('reads the cut-off in summer and in winter time', () => {
    const berlin = { ...inMumbai, timeZone: 'Europe/Berlin', cutOff: '14:00' }
    const sameDay = { minDays: 0, maxDays: 0 }

    expect(deliveryDates(sameDay, new Date('2026-07-01T12:30:00Z'), berlin)?.to).toBe('2026-07-02')
    expect(deliveryDates(sameDay, new Date('2026-12-01T12:30:00Z'), berlin)?.to).toBe('2026-12-01')
  })

  it('answers what the method names alone', () => {
    const now = new Date('2026-12-01T03:00:00Z')

    expect(deliveryDates({ minDays: null, maxDays: 2 }, now, inMumbai)).toEqual({ from: null, to: '2026-12-03' })
    expect(deliveryDates({ minDays: 2, maxDays: null }, now, inMumbai)).toEqual({ from: '2026-12-03', to: null })
    expect(deliveryDates({ minDays: null, maxDays: null }, now, inMumbai)).toBeUndefined()
  })
})

it.each([
  [{ from: '2026-12-01', to: '2026-12-03' }, 'Tue 1 – Thu 3 Dec'],
  [{ from: '2026-11-30', to: '2026-12-02' }, 'Mon 30 Nov – Wed 2 Dec'],
  [{ from: '2026-12-01', to: '2026-12-01' }, 'Tue 1 Dec'],
  [{ from: null, to: '2026-12-01' }, 'by Tue 1 Dec'],
  [{ from: '2026-12-01', to: null }, 'from Tue 1 Dec'],
])('writes the days of %j as %j', (dates, text) => {
  expect(arrivalText(dates)).toBe(text)
})

describe('the promised days of an order', () => {
  const arrives = { from: '2026-12-03', to: '2026-12-05' }
  const createdAt = '2026-12-01T20:00:00Z'
  const placed = { status: 'pending', at: createdAt } as const
  const paymentBy = (paymentGateway: NonNullable<Order['payment']>['paymentGateway'], isPaid: boolean) =>
    ({
      _id: '',
      status: isPaid ? 'completed' : 'pending',
      paymentGateway,
      transactionId: '',
      amount: 1,
    }) as Order['payment']
  const movedAt = (at: string): Order['history'] => [placed, { status: 'processing', at }]

  it.each<[string, Order['payment'], Order['history']]>([
    ['is not paid yet', null, [placed]],
    ['was paid within a day', paymentBy('paypal', true), movedAt('2026-12-02T19:59:00Z')],
    ['is paid at the door', paymentBy('delivery', false), movedAt(createdAt)],
    ['is paid by gift cards', null, movedAt(createdAt)],
  ])('are said when it %s', (_, payment, history) => {
    expect(promisedDays({ arrives, createdAt, payment, history }, new Date('2026-12-02T19:00:00Z'))).toEqual(arrives)
  })

  it.each<[string, Order['payment'], Order['history']]>([
    ['waits for a slow payment', paymentBy('stripe', false), [placed]],
    ['was paid days later', paymentBy('stripe', true), movedAt('2026-12-04T09:00:00Z')],
    ['waits for a transfer', paymentBy('transfer', false), movedAt(createdAt)],
    ['was paid by transfer', paymentBy('transfer', true), movedAt(createdAt)],
  ])('are not said when it %s', (_, payment, history) => {
    expect(promisedDays({ arrives, createdAt, payment, history }, new Date(createdAt))).toBeUndefined()
  })

  it.each<[string, Order['history'], string, unknown]>([
    ['are said on the last of them', movedAt(createdAt), '2026-12-05T20:00:00Z', arrives],
    ['are not said once they are over', movedAt(createdAt), '2026-12-06T09:00:00Z', undefined],
    ['are not said while it is unpaid for more than a day', [placed], '2026-12-03T09:00:00Z', undefined],
  ])('%s', (_, history, now, days) => {
    expect(promisedDays({ arrives, createdAt, payment: null, history }, new Date(now))).toEqual(days)
  })
})
