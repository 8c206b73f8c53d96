import { expect, it } from 'vitest'
import { explainAmount } from './explain-amount.ts'
import { orderTotalRows } from './order-total-rows.ts'

const off = { kind: 'order-discount', label: 'WELCOME10', source: 'a' } as const
const order = {
  ...{ subTotal: 270, savedAmount: 20, shippingAmount: 80, taxAmount: 43.6, totalAmount: 393.6, currency: 'USD' },
  products: [
    { product: { name: 'Kurta' }, price: 100, savedAmount: 10, quantity: 2 },
    { product: { name: 'Book' }, price: 100, savedAmount: 0, quantity: 1 },
  ],
  adjustments: [
    { ...off, amount: -20, line: 0 },
    { ...off, amount: -10, line: 1 },
    { kind: 'shipping', label: 'Express', amount: 80 } as const,
    { kind: 'tax', label: 'Tax (18% GST)', amount: 32.4, percent: 18, taxable: 180 } as const,
    { kind: 'tax', label: 'Tax (5% GST)', amount: 4.5, percent: 5, taxable: 90, source: 'tax-class:Books' } as const,
  ],
}

const reasons = (key: string) => {
  const row = orderTotalRows(order).find(row => row.key === key)
  return row && explainAmount(order, row).map(({ label, amount, because }) => [label, amount, because].filter(Boolean))
}

it('an amount is explained by lines, shares of lines, rates and the rows above it', () => {
  expect(reasons('items')).toEqual([
    ['2 × Kurta', '$220.00'],
    ['1 × Book', '$100.00'],
  ])
  expect(reasons('discount')).toEqual([['2 × Kurta', '−$20.00']])
  expect(reasons('order-discount')).toEqual([
    ['Kurta', '−$20.00', 'Its share, by what the lines cost'],
    ['Book', '−$10.00', 'Its share, by what the lines cost'],
  ])
  expect(reasons('tax')).toEqual([['Standard class', '$32.40', '18% of $180.00, which is the net amount']])
  expect(reasons('total')?.map(([label]) => label)).toEqual([
    ...['Items', 'Discount', 'WELCOME10', 'Shipping (Express)', 'Tax (18% GST)', 'Tax (5% GST)'],
  ])
})
