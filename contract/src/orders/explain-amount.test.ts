import { expect, it } from 'vitest'
import { explainAmount, explainLine, rulesBehind } from './explain-amount.ts'
import { orderTotalRows } from './order-total-rows.ts'

const off = { kind: 'order-discount', label: 'WELCOME10', source: 'discount:a' } as const
const order = {
  ...{ subTotal: 270, savedAmount: 20, shippingAmount: 80, taxAmount: 43.6, totalAmount: 393.6, currency: 'USD' },
  ...{ giftCardAmount: 93.6, amountToPay: 300, giftCards: [{ lastFour: 'AB12', amount: 93.6 }] },
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

const rowOf = (key: string) => orderTotalRows(order).find(row => row.key === key)

const reasons = (key: string) => {
  const row = rowOf(key)
  return row && explainAmount(order, row).map(({ label, amount, because }) => [label, amount, because].filter(Boolean))
}

it('an amount is explained by lines, shares of lines, rates and the rows above it', () => {
  expect(reasons('items')).toEqual([
    ['2 × Kurta', '$220.00'],
    ['1 × Book', '$100.00'],
  ])
  expect(reasons('discount')).toEqual([['2 × Kurta', '−$20.00']])
  expect(reasons('order-discount')).toEqual([
    ['Kurta', '−$20.00', 'Its part of the discount'],
    ['Book', '−$10.00', 'Its part of the discount'],
  ])
  expect(reasons('tax')).toEqual([['Standard class', '$32.40', '18% of $180.00, which is the net amount']])
  expect(reasons('total')?.map(([label]) => label)).toEqual([
    ...['Items', 'Discount', 'WELCOME10', 'Shipping (Express)', 'Tax (18% GST)', 'Tax (5% GST)'],
  ])
  expect(reasons('gift-card')).toEqual([['Gift card •••• AB12', '−$93.60']])
  expect(reasons('to-pay')).toEqual([
    ['Total', '$393.60'],
    ['Paid by gift card', '−$93.60'],
  ])
})

it('tax that an exempt company is not charged is no part of a discount', () => {
  const row = {
    kind: 'order-discount',
    label: 'Tax not charged',
    source: 'tax-exemption',
    amount: -18,
    line: 0,
  } as const
  const exempt = { ...order, adjustments: [row] }
  const [shown] = orderTotalRows(exempt).filter(({ label }) => label === 'Tax not charged')

  expect(shown && explainAmount(exempt, shown)).toMatchObject([{ because: 'The tax that it contains' }])
})

it('a line is explained by its full price and what is off', () => {
  expect(explainLine({ product: { name: 'Kurta' }, price: 100, savedAmount: 10, quantity: 2 }, 'USD')).toEqual([
    { label: '2 × $110.00', amount: '$220.00' },
    { label: 'Reduced', amount: '−$20.00', because: '$10.00 off each' },
  ])
})

it('the rules behind a row are the settings and discounts of its kind', () => {
  const behind = (key: string) => {
    const row = rowOf(key)
    return row && rulesBehind(order, row)
  }

  expect(behind('order-discount')).toEqual(['discount:a', 'discount:a'])
  expect(behind('shipping')).toEqual(['delivery.zones'])
  expect(behind('tax')).toContain('money.taxPercent')
  expect(behind('tax')).not.toContain('money.taxClasses')
  expect(behind('total')).toEqual([])
})
