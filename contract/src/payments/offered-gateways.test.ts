import { expect, it } from 'vitest'
import { isOffered, offerAt } from './offered-gateways.ts'

const provider = { currencies: new Set(['USD', 'EUR']), highestCents: () => 1_000_000 }
const offer = { isOn: true, countries: [], from: null, to: null }

it.each([
  [[], ['USD', 'EUR']],
  [['EUR', 'INR'], ['EUR']],
  [['INR'], []],
])('a way for the currencies %j is offered for %j of what its provider takes', (currencies, offered) => {
  const here = offerAt(provider, { ...offer, currencies }, 'USD')

  expect(['USD', 'EUR', 'INR'].filter(currency => isOffered(here, { currency }))).toEqual(offered)
})
