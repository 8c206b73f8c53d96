import { describe, expect, it } from 'vitest'
import { effectivePrice, savedPercent } from './effective-price.ts'
import { orderTotals, weightOf } from './pricing.ts'

/** One product of this price in cents; pricing.test.ts has whole carts. */
const totalsOf = (price: number, given: object = {}) =>
  orderTotals([{ product: { price, onSale: false, salePrice: null, ...given }, quantity: 1 }])

describe('orderTotals', () => {
  it.each([
    [499_999, 8000],
    [500_000, 8000],
    [500_001, 0],
  ])('T104 an order of %i cents ships for %i', (price, shippingPrice) => {
    expect(totalsOf(price)).toMatchObject({ itemsPrice: price, shippingPrice })
  })

  it('T104 B5 compares the free-shipping limit with the items after the discount', () => {
    expect(totalsOf(600_000, { onSale: true, salePrice: 500_000 })).toMatchObject({
      itemsPrice: 500_000,
      discountPrice: 100_000,
      shippingPrice: 8000,
    })
  })

  it.each([
    [25, 5],
    [2, 0],
    [3, 1],
    [100_000, 18_000],
  ])('T105 B7 taxes %i cents with %i, half a cent upwards', (price, taxPrice) => {
    expect(totalsOf(price)).toMatchObject({ taxPrice })
  })

  it('charges nothing for an empty cart', () => {
    const nothing = { itemsPrice: 0, discountPrice: 0, shippingPrice: 0, taxPrice: 0, totalPrice: 0 }

    expect(orderTotals([])).toMatchObject(nothing)
  })
})

describe('effectivePrice', () => {
  it.each([
    { onSale: true, salePrice: 80, costs: 80, because: 'it is on sale' },
    { onSale: true, salePrice: 99.99, costs: 99.99, because: 'a cent less is a sale price' },
    { onSale: true, salePrice: 100, costs: 100, because: 'the sale price is no lower' },
    { onSale: true, salePrice: 120, costs: 100, because: 'the sale price is higher' },
    { onSale: true, salePrice: 0, costs: 100, because: 'a sale price of 0 means none yet' },
    { onSale: true, salePrice: null, costs: 100, because: 'there is no sale price' },
    { onSale: true, salePrice: -5, costs: 100, because: 'nothing is cheaper than free' },
    { onSale: false, salePrice: 80, costs: 100, because: 'it is not on sale' },
  ])('T102 is $costs of 100 because $because', ({ onSale, salePrice, costs }) => {
    expect(effectivePrice({ price: 100, onSale, salePrice })).toBe(costs)
  })
})

describe('savedPercent', () => {
  it.each([
    { price: 80, salePrice: 60, saved: 25 },
    { price: 80, salePrice: 80, saved: 0 },
    { price: 0, salePrice: 0, saved: 0 },
  ])('is $saved of $price at $salePrice', ({ price, salePrice, saved }) => {
    expect(savedPercent({ price, onSale: true, salePrice })).toBe(saved)
  })
})

describe('weightOf', () => {
  it('adds the weight of every unit, none for products without one', () => {
    const weighing = (weight: number | null) => ({ price: 100, onSale: false, salePrice: null, weight })

    const lines = [
      { product: weighing(240), quantity: 3 },
      { product: weighing(100), quantity: 1 },
      { product: weighing(null), quantity: 5 },
    ]

    expect(weightOf(lines)).toBe(820)
  })
})
