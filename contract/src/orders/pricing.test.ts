import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumOf } from './cents.ts'
import { taxOf } from './order-total-rows.ts'
import { orderTotals, type PricingContext, SHOP_PRICING } from './pricing.ts'

interface Line {
  price: number
  saved: number
  quantity: number
}
const line: fc.Arbitrary<Line> = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1_000_000_000 })),
  saved: fc.nat({ max: 5000 }),
  quantity: fc.integer({ min: 1, max: 1000 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 8 })

const context: fc.Arbitrary<PricingContext> = fc.record({
  shipping: fc.record({
    label: fc.constant('Shipping'),
    cents: fc.nat({ max: 20_000 }),
    freeAboveCents: fc.option(fc.nat({ max: 1_000_000 })),
  }),
  taxes: fc.array(
    fc.record({ label: fc.string(), percent: fc.nat({ max: 30_000 }).map(thousandths => thousandths / 1000) }),
    { maxLength: 3 },
  ),
  taxIncluded: fc.boolean(),
  taxOnShipping: fc.boolean(),
  taxByLine: fc.constant(false),
})

const priced = ({ price, saved, quantity }: Line) => ({
  product: { price: price + saved, onSale: saved > 0, salePrice: price },
  quantity,
})

/** The rules again, on sums and in thousandths of cents, without rows. */
function oracle(lines: Line[], { shipping, taxes, taxIncluded, taxOnShipping }: PricingContext) {
  const items = lines.reduce((cents, { price, quantity }) => cents + BigInt(price) * BigInt(quantity), 0n)
  const isFree = shipping.freeAboveCents !== null && items > BigInt(shipping.freeAboveCents)
  const ships = isFree ? 0n : BigInt(shipping.cents)
  const base = taxOnShipping ? items + ships : items
  const parts = (rate: number) => BigInt(Math.round(rate * 1000))
  const whole = taxes.reduce((parts_, rate) => parts_ + (taxIncluded ? parts(rate.percent) : 0n), 100_000n)
  const tax = taxes.reduce((cents, rate) => cents + (base * parts(rate.percent) * 2n + whole) / (2n * whole), 0n)
  const saved = lines.reduce((cents, { saved, quantity }) => cents + BigInt(saved * quantity), 0n)
  return [items, saved, ships, tax, items + ships + (taxIncluded ? 0n : tax)].map(Number)
}

const sums = ({ itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice }: ReturnType<typeof orderTotals>) => [
  itemsPrice,
  discountPrice,
  shippingPrice,
  taxPrice,
  totalPrice,
]

describe('an order in a pricing context', () => {
  it('T102 T103 T105 T106 T107 B3 costs what an independent calculation says, by the rules of the shop and by any', () => {
    const any = fc.oneof(
      context,
      fc.constant({ ...SHOP_PRICING, taxIncluded: false, taxOnShipping: false, taxByLine: false }),
    )

    fc.assert(
      fc.property(lines, any, (lines, context) => {
        expect(sums(orderTotals(lines.map(priced), context))).toEqual(oracle(lines, context))
      }),
      { numRuns: 5000 },
    )
  })

  it('has rows that add up to its total', () => {
    fc.assert(
      fc.property(lines, context, (lines, context) => {
        const { adjustments, totalPrice } = orderTotals(lines.map(priced), context)
        const costs = lines.map(({ price, quantity }) => price * quantity)

        const added = adjustments.filter(({ kind }) => kind !== 'included-tax')
        expect(sumOf([...costs, ...added.map(({ cents }) => cents)])).toBe(totalPrice)
        for (const { cents } of adjustments) expect(cents).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is the sum of its parts, with no amount below nothing and no more tax in a price than the price', () => {
    const rounded = fc.tuple(context, fc.boolean()).map(([context, taxByLine]) => ({ ...context, taxByLine }))

    fc.assert(
      fc.property(lines, rounded, (lines, context) => {
        const { discountPrice, adjustments: _, ...totals } = orderTotals(lines.map(priced), context)
        const { itemsPrice, shippingPrice, taxPrice, totalPrice } = totals

        expect(totalPrice).toBe(itemsPrice + shippingPrice + (context.taxIncluded ? 0 : taxPrice))
        for (const cents of [discountPrice, ...Object.values(totals)]) {
          expect(cents).toBeGreaterThanOrEqual(0)
          expect(Number.isSafeInteger(cents)).toBe(true)
        }
        if (context.taxIncluded && context.taxes.length < 2)
          expect(taxPrice).toBeLessThanOrEqual(context.taxOnShipping ? itemsPrice + shippingPrice : itemsPrice)
      }),
      { numRuns: 5000 },
    )
  })

  it('differs by half a cent for each line at most when tax is rounded by line', () => {
    const rate = fc.nat({ max: 100_000 }).map(thousandths => thousandths / 1000)

    fc.assert(
      fc.property(lines, rate, fc.boolean(), (lines, percent, taxIncluded) => {
        const tax = (taxByLine: boolean) =>
          orderTotals(lines.map(priced), { ...SHOP_PRICING, taxes: [{ label: '', percent }], taxIncluded, taxByLine })
            .taxPrice

        expect(Math.abs(tax(true) - tax(false))).toBeLessThanOrEqual((lines.length + 1) / 2)
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['once', false, 31],
    ['by line', true, 30],
  ])('rounds a tax of 18%% on two lines of 0.85 %s', (_, taxByLine, tax) => {
    const two = [
      { price: 85, saved: 0, quantity: 1 },
      { price: 85, saved: 0, quantity: 1 },
    ]
    expect(orderTotals(two.map(priced), { ...SHOP_PRICING, taxByLine }).taxPrice).toBe(tax)
  })

  it('contains 19% of a price that includes it, with and without the shipping', () => {
    const included = { ...SHOP_PRICING, taxes: [{ label: 'Included tax (19% VAT)', percent: 19 }], taxIncluded: true }
    const one = [{ price: 11_900, saved: 0, quantity: 1 }].map(priced)

    expect(orderTotals(one, included)).toMatchObject({ itemsPrice: 11_900, taxPrice: 1900, totalPrice: 19_900 })
    expect(orderTotals(one, { ...included, taxOnShipping: true })).toMatchObject({ taxPrice: 3177, totalPrice: 19_900 })
    expect(taxOf(orderTotals(one, included).adjustments)).toEqual({ label: 'Included tax (19% VAT)', isIncluded: true })
  })
})
