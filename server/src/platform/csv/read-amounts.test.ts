import { expect, it } from 'vitest'
import { doubtOf, readAmounts } from './read-amounts.ts'

const readAll = (cells: string[], delimiter = ',') => {
  const { read } = readAmounts([{ name: 'Price', cells }], delimiter)
  return cells.map(cell => read('Price', cell))
}

it.each([
  ['$19.99', '19.99'],
  ['19,99 €', '19.99'],
  ['EUR 19,99', '19.99'],
  ['Rs. 499', '499'],
  ['Rs.499', '499'],
  ['₹1,00,000.00', '100000.00'],
  ['499 kr.', '499'],
  ['CHF 12.-', '12'],
  ['1,299.00', '1299.00'],
  ['1.299,00', '1299.00'],
  ['1 299.00', '1299.00'],
  ['1\u2009299,5', '1299.5'],
  ['1\u202f299', '1299'],
  ["1'299.50", '1299.50'],
  ['1’299.50', '1299.50'],
  ['1,299,000', '1299000'],
  ['0,125', '0.125'],
  ['.99', '0.99'],
  ['-5', '-5'],
  ['\u22123.00', '-3.00'],
  ['12', '12'],
])('B138 reads %j as %j', (cell, number) => {
  expect(readAll([cell])).toEqual([number])
})

it.each(['8.72E+12', '12 50', 'abc', '12 or 13', '1,29,9.00', '(12.00)', '1.2.3', ''])('leaves %j as it is', cell => {
  expect(readAll([cell])).toEqual([cell])
})

it.each([
  [['1,299', '12.50'], ',', ['1299', '12.50']],
  [['1.299', '12,50'], ',', ['1299', '12.50']],
  [['1,299'], ',', ['1299']],
  [['1.299'], ';', ['1299']],
  [['1.250'], ',', ['1.250']],
  [['1,299', '12.50', '12,50'], ',', ['1,299', '12.50', '12.50']],
])('a cell that may be either is read as the others of its column: %j with %j', (cells, delimiter, numbers) => {
  expect(readAll(cells, delimiter)).toEqual(numbers)
})

it('reads an open cell as other columns of the file write theirs, and says so', () => {
  const columns = [
    { name: 'Price', cells: ['1.299'] },
    { name: 'Compare at', cells: ['1.499,00'] },
  ]

  const { read, notes } = readAmounts(columns, ',')

  expect(read('Price', '1.299')).toBe('1299')
  expect(notes).toEqual(['“Price”: “1.299” is read as 1299.', '“Compare at”: “1.499,00” is read as 1499.00.'])
})

it.each([
  ['1,299', '“1,299” can be read as 1299 or 1.299: write 1299, or two decimals at the most.'],
  ['€ -1,299', '“€ -1,299” can be read as -1299 or -1.299: write -1299, or two decimals at the most.'],
  ['1.299', undefined],
  ['12,50', undefined],
  ['1299', undefined],
  ['cheap', undefined],
])('says of %j that it has two meanings', (cell, doubt) => {
  expect(doubtOf(cell)).toBe(doubt)
})
