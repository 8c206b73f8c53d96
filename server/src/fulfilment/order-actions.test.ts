import { nextStatuses, type OrderStatus, orderStatuses } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { orderActions } from './order-actions.ts'

type Paid = Parameters<typeof orderActions>[1]

const offline = { gateway: 'paypal', received_cents: 0 } as const
const refund = (state: Paid['refunds'][number]['state'], amount_cents = 19_800) => ({ state, amount_cents })
const paid = (given: Partial<NonNullable<Paid['payment']>> = {}, ...refunds: Paid['refunds']): Paid => ({
  payment: {
    status: 'completed',
    disputed: false,
    reversed_at: null,
    amount_cents: 19_800,
    currency: 'USD',
    ...offline,
    ...given,
  },
  refunds,
})
const reversed = { disputed: true, reversed_at: new Date() }
const heldCard = {
  lastFour: '7F3K',
  isContested: true,
  isOver: false,
  boughtWith: { _id: 'a'.repeat(24), number: '#1001' },
}
const unpaid: Paid = { refunds: [] }

const actionOf = (from: OrderStatus, to: OrderStatus, given: Paid) =>
  orderActions(from, given).statuses.find(({ status }) => status === to)
const refusalOf = (...given: Parameters<typeof actionOf>) => actionOf(...given)?.refusal

describe('the statuses that staff can choose', () => {
  it('T221 B17 are those that follow for a paid order, with a reason for all others', () => {
    for (const from of orderStatuses) {
      const offered = orderActions(from, paid()).statuses.filter(({ refusal }) => refusal === null)
      const follow = orderStatuses.filter(next => nextStatuses[from].includes(next))
      expect([from, offered.map(({ status }) => status)]).toEqual([from, follow])
    }
    expect(refusalOf('shipped', 'shipped', paid())).toBe('Its status now.')
    expect(refusalOf('shipped', 'pending', paid())).toBe('An order that is shipped cannot go back.')
    expect(refusalOf('cancelled', 'shipped', paid())).toBe('A cancelled order can only be refunded.')
  })

  it('B18 exclude a refund where nothing was paid', () => {
    for (const from of ['processing', 'cancelled'] as const) {
      expect(refusalOf(from, 'refunded', paid({ status: 'failed' }))).toBe('Nothing was paid for it.')
      expect(refusalOf(from, 'refunded', unpaid)).toBe('Nothing was paid for it.')
    }
  })

  it('exclude a refund of a reversed payment', () => {
    expect(refusalOf('processing', 'refunded', paid(reversed))).toContain('nothing is left to refund')
  })

  it('exclude sending an order whose whole payment is being refunded', () => {
    const returning = paid({}, refund('queued'))

    expect(refusalOf('processing', 'shipped', returning)).toContain('on its way back')
    expect(refusalOf('processing', 'refunded', returning)).toBeNull()
    expect(refusalOf('processing', 'shipped', paid({}, refund('failed')))).toBeNull()
  })

  it('exclude sending a disputed order, unless it was sent already', () => {
    const disputed = paid({ disputed: true })

    for (const next of ['shipped', 'delivered'] as const) {
      expect(refusalOf('processing', next, disputed)).toContain('disputed')
    }
    expect(refusalOf('processing', 'cancelled', disputed)).toBeNull()
    expect(refusalOf('shipped', 'delivered', disputed)).toBeNull()
  })

  it('B36 warn that an order without its payment stays unpaid, but not for a paid or cancelled one', () => {
    expect(actionOf('pending', 'processing', paid({ status: 'failed' }))?.effect).toContain('Nothing was paid')
    expect(actionOf('pending', 'delivered', unpaid)?.effect).toContain('Nothing was paid')
    expect(actionOf('pending', 'processing', paid({ status: 'pending' }))?.effect).toMatch(
      /^Its payment has not arrived/,
    )
    expect(actionOf('pending', 'cancelled', unpaid)?.effect).toBeNull()
    expect(actionOf('processing', 'shipped', paid())?.effect).toBeNull()
  })

  it('warn that an order is sent before its transfer arrives', () => {
    const transfer = paid({ gateway: 'transfer', status: 'pending', received_cents: 4800 })

    for (const next of ['shipped', 'delivered'] as const)
      expect(actionOf('processing', next, transfer)?.effect).toBe('$150.00 is still due for this order.')
    expect(actionOf('processing', 'shipped', paid({ gateway: 'delivery', status: 'pending' }))?.effect).toBeNull()
    expect(actionOf('shipped', 'delivered', transfer)?.effect).toBeNull()
  })

  it('name what goes back by itself: the rest when refunded, and when cancelled unless it is disputed', () => {
    const amountOf = (to: OrderStatus, given: Paid) => actionOf('processing', to, given)?.goesBack
    const partly = paid({}, refund('completed', 4800), refund('failed', 100))

    expect([amountOf('refunded', partly), amountOf('cancelled', partly), amountOf('shipped', partly)]).toEqual([
      ...[150, 150, 0],
    ])
    expect(amountOf('cancelled', paid({ disputed: true }))).toBe(0)
    expect(amountOf('refunded', paid({ disputed: true }))).toBe(198)
    expect(amountOf('cancelled', paid({ status: 'pending' }))).toBe(0)
    expect(amountOf('cancelled', paid(reversed))).toBe(0)
  })
})

it.each<[condition: string, paid: Paid, sentence: string | null]>([
  ['nothing was paid', unpaid, null],
  ['a try failed', paid({ status: 'failed' }), null],
  ['it was paid', paid(), '$198.00 goes back to its customer by itself.'],
  [
    'a part went back, another is on its way, a third was refused',
    paid({}, refund('completed', 5000), refund('pending', 800), refund('failed', 10_000)),
    '$140.00 goes back to its customer by itself.',
  ],
  [
    'all went back',
    paid({}, refund('completed')),
    'All that was paid for it is on its way back or has gone back already.',
  ],
  ['the bank has taken it back', paid(reversed), 'The bank has taken its payment back: nothing is left to refund.'],
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
])('B19 says what cancelling does to the money when %s', (_, given, sentence) => {
  expect(actionOf('processing', 'cancelled', given)?.effect).toBe(sentence)
})

it.each<[way: string, given: Paid, refunded: string | null, cancelled: string]>([
  [
    'by transfer',
    paid({ gateway: 'transfer', amount_cents: 13_800 }),
    'Return $138.00 to its customer yourself: the shop records that you did.',
    'Return $138.00 to its customer yourself, and record that here.',
  ],
  [
    'at a provider',
    paid({ amount_cents: 13_800 }),
    '$138.00 goes back to its customer by itself.',
    '$138.00 goes back to its customer by itself.',
  ],
  [
    'at a provider that is not connected any more',
    { ...paid({ amount_cents: 13_800 }), disconnection: 'Not connected.' },
    null,
    'Not connected.',
  ],
])('says of an order paid %s beside a gift card what becomes of each sum', (_, given, refunded, cancelled) => {
  const withCard = { ...given, cards: { currency: 'USD', paid: 6000, left: 6000, spent: 0 } }
  const toCard = '$60.00 goes back to its gift cards.'

  expect(actionOf('processing', 'refunded', withCard)).toMatchObject(
    refunded ? { effect: `${refunded} ${toCard}`, goesBack: 198 } : { refusal: 'Not connected.', goesBack: 0 },
  )
  expect(actionOf('processing', 'cancelled', withCard)?.effect).toBe(`${cancelled} ${toCard}`)
})

it('says that a gift card gets its part back when an order is cancelled before its transfer arrives', () => {
  const pending = paid({ gateway: 'transfer', status: 'pending', received_cents: 2000 })
  const cards = { currency: 'USD', paid: 6000, left: 6000, spent: 0 }

  expect(actionOf('processing', 'cancelled', { ...pending, cards })).toMatchObject({
    effect: 'Return $20.00 to its customer yourself, and record that here. $60.00 goes back to its gift cards.',
    goesBack: 0,
  })
})

it('B19 an order can be cancelled until it is shipped', () => {
  expect(orderStatuses.filter(status => orderActions(status, paid()).canCancel)).toEqual(['pending', 'processing'])
})

it.each([
  ['cancelled', paid(), 'This order was cancelled: do not send it.'],
  ['refunded', paid(), 'This order was refunded: do not send it.'],
  ['pending', unpaid, 'Nothing was paid for this order.'],
  ['processing', paid({ status: 'pending' }), 'The payment of this order has not arrived yet.'],
  ['processing', paid({ disputed: true }), 'The payment of this order is disputed: do not send it now.'],
  ['processing', paid({}, refund('pending')), 'The payment of this order is on its way back: do not send it.'],
  ['processing', paid({}, refund('failed')), null],
  [
    'processing',
    { ...paid({ gateway: 'delivery', status: 'pending' }), heldCard },
    'Gift card •••• 7F3K, which pays for this order, was bought with order #1001, whose payment is disputed or on its way back: do not send this order now.',
  ],
  ['processing', paid(), null],
] as const)('the packing slip of a %s order says why not to send it: %#', (status, given, reason) => {
  expect(orderActions(status, given).sendWarning).toBe(reason)
})
