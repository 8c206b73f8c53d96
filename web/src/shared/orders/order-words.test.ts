import type { Order } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { order } from '../../../test/samples.ts'
import { orderFacts } from './order-facts.tsx'
import { cancelConsequence, orderMessages } from './order-words.ts'

const payment: NonNullable<Order['payment']> = {
  _id: 'f'.repeat(24),
  status: 'completed',
  paymentGateway: 'paypal',
  transactionId: 'T1',
  amount: 164.96,
  disputed: false,
}
const pending: Order['payment'] = { ...payment, status: 'pending' }
const disputed: Order['payment'] = { ...payment, disputed: true }
const paid: Order = { ...order, status: 'processing', payment, amountPaid: 164.96 }
const refund = (amount: number, state: Order['refunds'][number]['state']) => ({
  _id: 'e'.repeat(24),
  amount,
  state,
  createdAt: order.createdAt,
  completedAt: state === 'completed' ? order.createdAt : null,
})
const card = { _id: 'c'.repeat(24), lastFour: 'WZ5H', expiresAt: null, refusal: null }
const gifts = (...given: { email?: string }[]) =>
  order.products.map(line => ({ ...line, gifts: given.map(to => ({ quantity: 1, ...to })) }))
const refunded = (state: Order['refunds'][number]['state']) => ({ refunds: [refund(164.96, state)] })
const held = 'No money goes back now: a case about the payment was opened at PayPal, which decides who gets the money.'
const late = 'Your payment is still pending at PayPal: if the money arrives, it goes back the way it came.'
const back = 'Your money goes back the way it came.'
const given = 'Your money was given back.'
const owed = 'We owe you $164.96: giving it back has not worked yet, and we are looking after it.'

it.each<[string, Partial<Order>, string]>([
  ['that is paid', paid, ', and $164.96 goes back the way it came.'],
  ['that is refunded in part', { ...paid, amountRefunded: 64.97 }, ', and $99.99 goes back the way it came.'],
  ['whose payment is under way', { payment: pending }, `. ${late}`],
  ['whose payment is disputed', { ...paid, payment: disputed }, `. ${held}`],
])('before it is cancelled, an order %s says what goes back (B19)', (_, state, text) => {
  expect(cancelConsequence({ ...order, ...state })).toBe(`Nothing will be sent${text}`)
})

it.each<[string, Partial<Order>, string]>([
  ['is paid', { payment, amountPaid: 164.96 }, ' Gift cards that were sent by email already can no longer be used.'],
  ['waits for its payment', { payment: pending }, ''],
])(
  'before it is cancelled, an order of goods and a gift card that %s says what becomes of the card',
  (_, state, cards) => {
    const sent = { ...order, products: [...gifts({}), ...order.products] }
    expect(cancelConsequence({ ...sent, ...state })).toBe(cancelConsequence({ ...order, ...state }) + cards)
  },
)

it('before it is cancelled, an order that is not paid says so', () => {
  expect(cancelConsequence(order)).toMatch(/^Nothing was paid/)
})

describe('the sentence of an order', () => {
  it.each<[string, Partial<Order>, RegExp]>([
    ['nothing is refunded', {}, /^We are packing/],
    ['a part is refunded', { refunds: [refund(64.96, 'pending')] }, /^We are packing/],
    ['the refund was refused', refunded('failed'), /^We are packing/],
    ['it is of gift cards', { products: gifts({ email: 'a@example.com' }, {}) }, /by email to a@example\.com, you\.$/],
    ['it is of goods, too', { products: [...gifts({}), ...order.products] }, /^We are packing/],
    ['all of it is being refunded', refunded('pending'), /^Your money is on its way back to you, so your order is not/],
  ])('that is paid promises a parcel where one is sent: %s', (_, state, text) => {
    expect(orderMessages({ ...paid, ...state })).toMatch(text)
  })

  it.each<[string, Partial<Order>, string]>([
    ['was not paid', { amountPaid: 0, payment: null }, 'There is nothing to pay.'],
    ['has a pending payment', { amountPaid: 0, payment: pending }, late],
    ['is to be refunded', {}, back],
    ['is being refunded', refunded('pending'), back],
    ['is refunded', { amountRefunded: 164.96, ...refunded('completed') }, given],
    ['has a refused refund', refunded('failed'), owed],
    ['has one that is tried again', { refunds: [refund(164.96, 'failed'), refund(164.96, 'queued')] }, back],
    ['is disputed', { payment: disputed }, held],
    ['is disputed, with a refused refund', { payment: disputed, ...refunded('failed') }, held],
    ['is disputed and being refunded', { payment: disputed, ...refunded('pending') }, back],
    ['was disputed and is refunded', { payment: disputed, amountRefunded: 164.96 }, given],
  ])('that is cancelled and %s says where the money is (B19)', (_, state, text) => {
    expect(orderMessages({ ...paid, status: 'cancelled', ...state })).toBe(`This order was cancelled. ${text}`)
  })

  it('that was refunded says when the bank has sent the money back', () => {
    const order: Order = { ...paid, status: 'refunded' }
    expect(orderMessages({ ...order, amountRefunded: 164.96 })).toBe('This order was refunded.')
    expect(orderMessages({ ...order, ...refunded('failed') })).toBe(owed)
  })

  it.each<[number[], string]>([
    [[40, 10], ' What your gift card paid is back on it.'],
    [[40, 0], ' What your gift card paid goes back to it within minutes.'],
  ])('that has expired says that its gift cards have their money back once they have: %j', (back, text) => {
    const cards = back.map((amountRefunded, at) => ({ ...card, amount: [40, 10][at] ?? 0, amountRefunded }))
    const expired: Order = { ...order, status: 'cancelled', isExpired: true, giftCardAmount: 50, giftCards: cards }
    expect(orderMessages(expired)).toBe(
      `This order was not paid in time, so it was cancelled.${text} There is nothing to pay.`,
    )
  })

  it.each<[Partial<Order>, string]>([
    [{}, 'This order was not paid in time, so it was cancelled. There is nothing to pay.'],
    [{ amountPaid: 164.96 }, `This order was not paid in time, so it was cancelled. ${back}`],
    [{ isPaymentRefused: true }, 'Your payment was refused, so this order was cancelled. There is nothing to pay.'],
  ])('that has expired with %j says why', (state, text) => {
    expect(orderMessages({ ...order, status: 'cancelled', isExpired: true, ...state })).toBe(text)
  })
})

it.each<[string, Partial<Order>]>([
  ['its transfer is due', { payment: { ...payment, status: 'pending', paymentGateway: 'transfer' } }],
  ['its payment is pending', { payment: pending }],
  ['it was paid days later', { payment, history: [{ status: 'processing', at: '2126-01-01T00:00:00Z' }] }],
])('days of arrival, which count from the order, are not said when %s', (_, state) => {
  const arrives = { from: '2025-03-06', to: '2025-03-08' }

  expect(orderFacts({ ...order, arrives }).Arrives).toBeTruthy()
  expect(orderFacts({ ...order, arrives, ...state }).Arrives).toBeFalsy()
})
