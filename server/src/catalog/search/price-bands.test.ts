import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceBands, ROUND_AMOUNTS } from './price-bands.ts'

/** The number of these prices, in cents, in each step between round amounts. */
const countsOf = (prices: number[]) =>
  ROUND_AMOUNTS.map((from, i) => {
    const to = ROUND_AMOUNTS[i + 1] ?? Number.POSITIVE_INFINITY
    return prices.filter(price => price >= from && price < to).length
  })

describe('price bands', () => {
  it('are of about equal weight between round amounts', () => {
    expect(priceBands(countsOf([2_800, 3_000, 4_400, 4_600, 4_800, 6_400, 9_500, 11_000, 21_000, 32_000]))).toEqual([
      { from: 25, to: 40, count: 2 },
      { from: 40, to: 50, count: 3 },
      { from: 60, to: 80, count: 1 },
      { from: 80, to: 150, count: 2 },
      { from: 200, to: 400, count: 2 },
    ])
  })

  it('are at most five, none empty, and hold every price once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000_000 })), prices => {
        const bands = priceBands(countsOf(prices))

        const held = prices.map(price => bands.filter(({ from, to }) => price >= from * 100 && price < to * 100).length)
        expect(bands.length).toBeLessThanOrEqual(5)
        expect(bands.every(({ count }) => count > 0)).toBe(true)
        expect(held.every(times => times === 1)).toBe(true)
      }),
    )
  })
})
