import { expect, it } from 'vitest'
import { humanise } from './humanise.ts'

it.each([
  ['totalSales', 'Total sales'],
  ['open_disputes', 'Open disputes'],
  ['customers', 'Customers'],
  ['New Orders', 'New Orders'],
])('T167 the key %s reads %s', (key, label) => {
  expect(humanise(key)).toBe(label)
})
