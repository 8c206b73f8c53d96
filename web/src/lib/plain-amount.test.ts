import { expect, it } from 'vitest'
import { plainAmount, withDecimalPoint } from './format.ts'

it.each([
  ['1,250.50', '1250.50'],
  [' 1,000 ', '1000'],
  ['2,511,987.98', '2511987.98'],
  ['1,00,000', '100000'],
  ['1250.50', '1250.50'],
  ['1,5', '1.5'],
  ['19,99', '19.99'],
  ['0,990', '0.990'],
  ['1.250,50', '1250.50'],
  ['1,250,50', '1,250,50'],
  ['12,34.5', '12,34.5'],
  ['', ''],
])('reads %j as %j', (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain)
})

it.each([
  ['4,90', '4.90'],
  ['0,500', '0.500'],
  ['2,500', '2,500'],
  ['Express', 'Express'],
])('reads %j of a setting as %j, where thousands are written without a comma', (typed, value) => {
  expect(withDecimalPoint(typed)).toBe(value)
})
