import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawnLines, drawnPricing } from '../../test/drawn-orders.ts'
import { fromCents } from '../shared/money.ts'
import { sumOf } from './cents.ts'
import { effectivePrice } from './effective-price.ts'
import { type LineToPrice, orderTotals, type PricingContext } from './pricing.ts'
import { costsOf, unitsCost } from './refund-lines.ts'

/** An order as the server shows it. */
function placed(lines: LineToPrice[], pricing: PricingContext) {
  const { totalPrice, taxPrice, adjustments } = orderTotals(lines, pricing)
  const products = lines.map(({ product, quantity }) => ({
    ...{ price: fromCents(effectivePrice(product)), quantity, taxClass: product.taxClass ?? null },
    ...(product.isGiftCard && { gifts: [{ quantity }] }),
  }))
  const rows = adjustments.map(({ kind, label, cents, line = null, source = null, percent = null, taxable }) => ({
    ...{ kind, label, amount: fromCents(cents), line, source, percent },
    taxable: taxable === undefined ? null : fromCents(taxable),
  }))
  return { products, adjustments: rows, totalPrice, taxPrice }
}

it('B149 what the lines of an order and its delivery cost is its total, and its taxes are theirs', () => {
  fc.assert(
    fc.property(drawnLines, drawnPricing, (lines, pricing) => {
      const { totalPrice, taxPrice, ...order } = placed(lines, pricing)

      const costs = costsOf(order)

      expect(sumOf(costs.map(({ cents }) => cents))).toBe(totalPrice)
      expect(sumOf(costs.flatMap(({ parts }) => parts.filter((_, at) => at % 2 === 1)))).toBe(taxPrice)
      for (const { cents, parts } of costs) {
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(sumOf(parts)).toBe(cents)
      }
    }),
    { numRuns: 2000 },
  )
})

it('B149 refunds of all units add up to what was paid, in any order and number of steps', () => {
  const steps = fc.infiniteStream(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 20 })))

  fc.assert(
    fc.property(drawnLines, drawnPricing, steps, (lines, pricing, steps) => {
      const { totalPrice, ...order } = placed(lines, pricing)
      const open = costsOf(order).map(cost => ({ ...cost, refunded: { quantity: 0, cents: 0 } }))

      let paidBack = 0
      while (open.length > 0) {
        const [nth, most] = steps.next().value
        const at = nth % open.length
        const line = open[at]
        if (!line) break
        const wanted = Math.min(most, line.quantity - line.refunded.quantity)
        const cents = unitsCost(line, line.refunded, wanted)
        paidBack += cents
        line.refunded = { quantity: line.refunded.quantity + wanted, cents: line.refunded.cents + cents }
        if (line.refunded.quantity === line.quantity) open.splice(at, 1)
      }

      expect(paidBack).toBe(totalPrice)
    }),
    { numRuns: 1000 },
  )
})

it('a unit costs its share of the discount and the tax of its class', () => {
  const product = (price: number, taxClass: string | null) => ({ price, onSale: false, salePrice: null, taxClass })
  const lines = [
    { product: product(10_000, null), quantity: 2 },
    { product: product(5_000, 'Reduced'), quantity: 1 },
  ]
  const order = placed(lines, {
    shipping: { label: 'Shipping', cents: 1000, freeAboveCents: null },
    taxes: [{ label: 'Tax (20%)', percent: 20 }],
    taxClasses: { Reduced: [{ label: 'Tax (5%)', percent: 5 }] },
    taxOnShipping: true,
    discounts: [{ kind: 'amount', cents: 2500, lines: [0, 1], source: 'discount:a', label: 'Welcome' }],
  })

  const [first, second, delivery] = costsOf(order)

  // 20000 − 2000 and 20%; 5000 − 500 and 5%; 1000 and 20%.
  expect([first?.cents, second?.cents, delivery?.cents]).toEqual([21_600, 4725, 1200])
  expect(first && unitsCost(first, { quantity: 0, cents: 0 }, 1)).toBe(10_800)
})
