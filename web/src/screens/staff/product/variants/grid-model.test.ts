import { describe, expect, it } from 'vitest'
import { newVariant } from '../product-values.ts'
import { bulkText, parseCells, withCell } from './grid-model.ts'

const rows = ['S', 'M', 'L'].map((Size, at) => ({
  ...newVariant({ Size }),
  key: Size,
  stock: String(at + 1),
  sku: `K-${Size}`,
}))

describe('cells of a spreadsheet', () => {
  it.each([
    ['1\n2\n', [['1'], ['2']]],
    [
      'a\tb\r\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '"say ""M"""\t\n\t2',
      [
        ['say "M"', ''],
        ['', '2'],
      ],
    ],
    ['', []],
  ])('%j are %j', (text, cells) => {
    expect(parseCells(text)).toEqual(cells)
  })
})

it('a sale price of its own is a sale where the product has none, and no longer one when it is cleared', () => {
  const [row = newVariant({})] = rows
  const onSale = withCell(row, 'salePrice', '39', false)
  expect(onSale).toMatchObject({ salePrice: '39', onSale: true })
  expect(withCell(row, 'salePrice', '39', true).onSale).toBeNull()
  expect(withCell(onSale, 'salePrice', '', false).onSale).toBeNull()
})

it.each([
  ['stock', '+5', '6'],
  ['stock', '-5', '0'],
  ['stock', '12', '12'],
  ['sku', 'KURTA', 'KURTA-S'],
  ['content', '750 ml', '750 ml'],
  ['price', '+5', '53'],
  ['salePrice', '-5', '31'],
] as const)('a bulk %s of %s makes %s of the first row', (column, typed, text) => {
  const [row = newVariant({})] = rows
  expect(bulkText(row, column, typed, { price: '48', salePrice: '36', onSale: true })).toBe(text)
})

it('a bulk sale price counts from the price where there is no sale', () => {
  const [row = newVariant({})] = rows
  const product = { price: '48', salePrice: '36', onSale: false }
  expect(bulkText(row, 'salePrice', '-5', product)).toBe('43')
  expect(bulkText({ ...row, price: '50' }, 'salePrice', '-5', product)).toBe('45')
  expect(bulkText(row, 'price', '+5', { ...product, price: '' })).toBe('+5')
})
