import { expect, it } from 'vitest'
import { findDoubts } from './mark-for-review.ts'

const inIndia = { country: 'India' }
const signs = { declines: 0, refusedCards: [], country: 'IN', risk: undefined }
const paid = { provider: 'Stripe', declines: 0, signs, shipTo: inIndia, billTo: null }

it.each([
  ['nothing is wrong', {}, []],
  ['the provider tells nothing', { signs: undefined }, []],
  ['two tries were declined', { declines: 2 }, []],
  ['three tries were declined', { declines: 3 }, ['3 payments were declined before this one.']],
  [
    'the provider sees a risk',
    { signs: { ...signs, risk: 'highest' as const } },
    ['Stripe rates the risk of fraud as highest.'],
  ],
  ['the bill goes to the same country', { billTo: inIndia }, []],
  [
    'card and bill are of other countries',
    { signs: { ...signs, country: 'FR' }, billTo: { country: 'Nepal', postal: { country: 'NP', format: '' } } },
    [
      'The card is of France, and the parcel goes to India.',
      'The billing address is of Nepal, and the parcel goes to India.',
    ],
  ],
])('a paid order has these doubts when %s', (_, given, doubts) => {
  expect(findDoubts({ ...paid, ...given })).toEqual(doubts)
})
