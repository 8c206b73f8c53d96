import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allot, sumOf } from './cents.ts'
import { orderTotals, SHOP_PRICING } from './pricing.ts'
import { SHARED } from './taxes.ts'

type Lines = Parameters<typeof orderTotals>[0]

/** What each line has left of its price. */
const leftOf = (lines: Lines, { adjustments }: ReturnType<typeof orderTotals>): number[] =>
  lines.map(
    ({ product, quantity }, position) =>
      product.price * quantity + sumOf(adjustments.filter(row => row.line === position).map(row => row.cents)),
  )

describe('B149 an order with discounts, classes of tax and a fee', () => {
  it('gives the cheapest units of “buy 2, get 1”, and half of them at half price', () => {
    const priced = (price: number, quantity: number) => ({
      product: { price, onSale: false, salePrice: null },
      quantity,
    })
    const cart = [priced(3000, 2), priced(1000, 3), priced(2000, 2)]
    const costs = (percent: number) =>
      orderTotals(cart, {
        ...SHOP_PRICING,
        discounts: [{ source: 'a', label: 'Buy 2, get 1', lines: [0, 1, 2], kind: 'buy-get', buy: 2, get: 1, percent }],
      })

    expect(leftOf(cart, costs(100))).toEqual([6000, 1000, 4000])
    expect(leftOf(cart, costs(50))).toEqual([6000, 2000, 4000])
    expect(costs(100).adjustments[0]).toEqual({
      ...{ kind: 'order-discount', label: 'Buy 2, get 1', cents: -2000, line: 1, source: 'a' },
    })
  })

  it('ships free only for what is left after discounts', () => {
    const cart = [{ product: { price: 510_000, onSale: false, salePrice: null }, quantity: 1 }]
    const off = { source: 'a', label: 'Welcome', lines: [0], kind: 'amount' as const, cents: 20_000 }

    expect(orderTotals(cart).shippingPrice).toBe(0)
    expect(orderTotals(cart, { ...SHOP_PRICING, discounts: [off] })).toMatchObject({
      itemsPrice: 490_000,
      shippingPrice: 8000,
    })
  })

  it('costs an exempt buyer no tax that prices, delivery and fee contain', () => {
    const one = [{ product: { price: 11_900, onSale: false, salePrice: null }, quantity: 1 }]
    const totals = orderTotals(one, {
      ...{ shipping: { label: 'Shipping', cents: 1190, freeAboveCents: null }, fee: { label: 'Fee', cents: 119 } },
      ...{ taxes: [{ label: '19', percent: 19 }], taxIncluded: true, taxOnShipping: true, isExempt: true },
    })

    expect(totals).toMatchObject({ itemsPrice: 10_000, shippingPrice: 1000, feePrice: 100, totalPrice: 11_100 })
  })

  it('divides taxed delivery by the classes of the cart', () => {
    const priced = (price: number, taxClass: string | null) => ({
      product: { price, onSale: false, salePrice: null, taxClass },
      quantity: 1,
    })
    const { adjustments } = orderTotals([priced(3000, null), priced(1000, 'Reduced')], {
      shipping: { label: 'Shipping', cents: 400, freeAboveCents: null },
      taxes: [{ label: '20', percent: 20 }],
      taxClasses: { Reduced: [{ label: '5', percent: 5 }] },
      ...{ taxOnShipping: true, shippingTaxClass: SHARED },
    })

    expect(adjustments.slice(1)).toEqual([
      { kind: 'tax', label: '20', cents: 660, percent: 20, taxable: 3300 },
      { kind: 'tax', label: '5', cents: 55, percent: 5, taxable: 1100, source: 'tax-class:Reduced' },
    ])
  })
})

it('parts that are allotted add up to the whole, and none exceeds its weight', () => {
  const weights = fc.array(fc.nat({ max: 1_000_000_000 }), { minLength: 1, maxLength: 12 })

  fc.assert(
    fc.property(weights, fc.nat({ max: 1_000_000 }), (weights, part) => {
      const cents = Math.floor((sumOf(weights) * part) / 1_000_000)
      const parts = allot(cents, weights)

      expect(sumOf(parts)).toBe(cents)
      for (const [position, weight] of weights.entries()) expect(parts[position]).toBeLessThanOrEqual(weight)
    }),
    { numRuns: 5000 },
  )
})
