import type { Order } from '@mela/contract'
import { expect, it } from 'vitest'
import { order } from '../../../../test/samples.ts'
import { endNotes } from './pay-step.tsx'
import { amountLabelOf, type PaymentStep, payStateOf } from './use-pay-page.ts'

const payment: Order['payment'] = {
  ...{ _id: 'f'.repeat(24), transactionId: 'T1', amount: 164.96, disputed: false },
  paymentGateway: 'paypal',
  status: 'completed',
}
const pending: Order['payment'] = { ...payment, status: 'pending' }

it.each<[string, PaymentStep[], Partial<Order>, string]>([
  ['nothing is linked', ['ready', 'declined', 'unapproved', 'cancelled', 'closed', 'unstarted', 'broken'], {}, 'open'],
  ['the outcome is unknown', ['settling', 'done'], {}, 'confirming'],
  ['a payment is linked', ['ready'], { payment: pending }, 'ended'],
  ['a payment is completed', ['settling'], { status: 'processing', payment }, 'ended'],
  ['the order is cancelled', ['ready'], { status: 'cancelled' }, 'ended'],
  ['the order is refunded', ['ready'], { status: 'refunded', payment }, 'ended'],
  ['the order is shipped', ['ready'], { status: 'shipped' }, 'ended'],
])('where %s, the pay page is at its right state (T122, T123, B41)', (_, steps, given, state) => {
  for (const step of steps) expect(payStateOf({ ...order, ...given }, step)).toBe(state)
})

it.each<[Partial<Order>, string]>([
  [{}, 'Amount to pay'],
  [{ payment: pending }, 'Payment pending'],
  [{ status: 'cancelled', payment: pending }, 'Payment pending'],
  [{ status: 'processing', payment }, 'Amount paid'],
  [{ status: 'cancelled', payment }, 'Amount paid'],
  [{ status: 'cancelled' }, 'Order total'],
])('of an order with %j the amount is labelled %s (T124)', (given, label) => {
  expect(amountLabelOf({ ...order, ...given })).toBe(label)
})

it('says that nothing was charged wherever that is certain, and nowhere else', () => {
  const certain = Object.entries(endNotes('PayPal')).filter(([, { text }]) =>
    /^(?!If).*nothing was charged/is.test(text),
  )

  expect(certain.map(([step]) => step)).toEqual(['declined', 'unapproved', 'cancelled', 'unstarted'])
})
