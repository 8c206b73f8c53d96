import { expect, it } from 'vitest'
import { moneyOf } from './order-request.ts'
import { snapshotOf } from './snapshot.ts'

it.each([
  ['JPY', 1234, '1234'],
  ['USD', 1205, '12.05'],
  ['KWD', 1205, '1.205'],
])('%s has the decimals of its currency in a request and in an answer', (currency, cents, value) => {
  expect(moneyOf({ cents, currency })).toEqual({ currencyCode: currency, value })

  const capture = { id: 'CAPTURE', amount: { currencyCode: currency, value } }
  const snapshot = snapshotOf({ id: 'ORDER', purchaseUnits: [{ payments: { captures: [capture] } }] })
  expect(snapshot.charge?.amount).toEqual({ cents, currency })
})
