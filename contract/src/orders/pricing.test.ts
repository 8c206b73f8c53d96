import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allot, type DiscountTerms, discountsOf } from './discounts.ts'
import { taxOf } from './order-labels.ts'
import { type PricingContext, SHOP_PRICING } from './pricing.ts'
import { orderTotals } from './totals.ts'

/** Exact shares as fractions over the sum of the weights; never floating point. */
const isWithinACent = (share: number, cents: number, weight: number, whole: number) => {
  const difference = BigInt(share) * BigInt(whole) - BigInt(cents) * BigInt(weight)
  return -BigInt(whole) < difference && difference < BigInt(whole)
}
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const weights = fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 10_000_000_000 })), {
  minLength: 1,
  maxLength: 12,
})
const allotted = weights.chain(weights => fc.tuple(fc.constant(weights), fc.nat({ max: sum(weights) })))

describe('allot', () => {
  it('divides the whole amount, by shares that are within a cent of the exact ones and no more than their weights', () => {
    fc.assert(
      fc.property(allotted, ([weights, cents]) => {
        const shares = allot(cents, weights)

        expect(sum(shares)).toBe(cents)
        for (const [line, weight] of weights.entries()) {
          const share = shares[line] ?? Number.NaN
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(weight)
          if (cents > 0) expect(isWithinACent(share, cents, weight, sum(weights))).toBe(true)
        }
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [10, [5, 5, 90], [1, 0, 9]],
    [10, [6, 3, 1], [6, 3, 1]],
    [7, [0, 10, 0], [0, 7, 0]],
    [0, [5, 5], [0, 0]],
    [0, [0, 0], [0, 0]],
  ])('gives %s by %s as %s: the largest remainders first, of equal ones the first line', (cents, weights, shares) => {
    expect(allot(cents, weights)).toEqual(shares)
  })
})

/** Pricing rules with discounts as data, for the oracle. */
type Context = Omit<PricingContext, 'discount'> & { discounts: DiscountTerms[] }
const inForce = (context: Context) => ({ ...context, discount: discountsOf(context.discounts) })

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

const off = fc.oneof(
  fc.record({ percent: fc.nat({ max: 100_000 }).map(thousandths => thousandths / 1000) }),
  fc.record({ cents: fc.nat({ max: 1_000_000 }) }),
)
const discount: fc.Arbitrary<DiscountTerms> = fc.record({
  kind: fc.constantFrom('product-discount', 'order-discount', 'shipping-discount'),
  label: fc.string(),
  source: fc.string(),
  off,
})
const context: fc.Arbitrary<Context> = fc.record({
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
  discounts: fc.array(discount, { maxLength: 4 }),
})

const priced = ({ price, saved, quantity }: Line) => ({
  product: { price: price + saved, onSale: saved > 0, salePrice: price },
  quantity,
})

/** The rules again, on sums and in thousandths of cents, without rows and shares. */
function oracle(lines: Line[], { shipping, taxes, taxIncluded, taxOnShipping, discounts }: Context) {
  const percent = (cents: bigint, percent: number) =>
    (cents * BigInt(Math.round(percent * 1000)) * 2n + 100_000n) / 200_000n
  const less = (cents: bigint, { off }: DiscountTerms) => {
    const wanted = 'cents' in off ? BigInt(off.cents) : percent(cents, off.percent)
    return wanted > cents ? 0n : cents - wanted
  }
  const of = (wanted: string) => discounts.filter(({ kind }) => kind === wanted)

  const gross = lines.reduce((cents, { price, quantity }) => cents + BigInt(price) * BigInt(quantity), 0n)
  const items = [...of('product-discount'), ...of('order-discount')].reduce(less, gross)
  const isFree = shipping.freeAboveCents !== null && items > BigInt(shipping.freeAboveCents)
  const ships = of('shipping-discount').reduce(less, isFree ? 0n : BigInt(shipping.cents))
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
  it('costs what an independent calculation says', () => {
    fc.assert(
      fc.property(lines, context, (lines, context) => {
        expect(sums(orderTotals(lines.map(priced), inForce(context)))).toEqual(oracle(lines, context))
      }),
      { numRuns: 5000 },
    )
  })

  it('has rows that add up to its total, and no line that costs less than nothing', () => {
    fc.assert(
      fc.property(lines, context, (lines, context) => {
        const { adjustments, totalPrice } = orderTotals(lines.map(priced), inForce(context))
        const costs = lines.map(({ price, quantity }) => price * quantity)

        const added = adjustments.filter(({ kind }) => kind !== 'included-tax')
        expect(sum(costs) + sum(added.map(({ cents }) => cents))).toBe(totalPrice)
        for (const [position, cents] of costs.entries()) {
          const own = adjustments.filter(({ line }) => line === position)
          expect(cents + sum(own.map(({ cents }) => cents))).toBeGreaterThanOrEqual(0)
        }
        for (const { kind, cents } of adjustments) expect(kind.endsWith('discount') ? cents < 0 : cents >= 0).toBe(true)
      }),
    )
  })

  it('is the sum of its parts, with no amount below nothing and no more tax in a price than the price', () => {
    const rounded = fc.tuple(context, fc.boolean()).map(([context, taxByLine]) => ({ ...context, taxByLine }))

    fc.assert(
      fc.property(lines, rounded, (lines, context) => {
        const { discountPrice, adjustments: _, ...totals } = orderTotals(lines.map(priced), inForce(context))
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

  it('costs the same whatever the order of its lines', () => {
    const shuffled = lines.chain(lines =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length })),
    )

    fc.assert(
      fc.property(shuffled, context, ([lines, others], context) => {
        expect(sums(orderTotals(others.map(priced), inForce(context)))).toEqual(
          sums(orderTotals(lines.map(priced), inForce(context))),
        )
      }),
    )
  })

  const twoLines = [
    { price: 1000, saved: 0, quantity: 2 },
    { price: 500, saved: 250, quantity: 2 },
  ].map(priced)
  const taken = (discount: Pick<DiscountTerms, 'kind' | 'off' | 'line'>) =>
    orderTotals(twoLines, {
      ...SHOP_PRICING,
      discount: discountsOf([{ label: 'Welcome', source: 'WELCOME', ...discount }]),
    })

  it('allots an order discount to its lines, before tax and the limit of free shipping', () => {
    expect(taken({ kind: 'order-discount', off: { percent: 10 } })).toEqual({
      itemsPrice: 2700,
      discountPrice: 500,
      shippingPrice: 8000,
      taxPrice: 486,
      totalPrice: 11_186,
      adjustments: [
        { kind: 'order-discount', label: 'Welcome', source: 'WELCOME', cents: -200, line: 0 },
        { kind: 'order-discount', label: 'Welcome', source: 'WELCOME', cents: -100, line: 1 },
        { kind: 'shipping', label: 'Shipping', cents: 8000 },
        { kind: 'tax', label: 'Tax (18% GST)', cents: 486 },
      ],
    })
  })

  it('takes a product discount off its line alone, and no more than it costs', () => {
    const { itemsPrice, adjustments } = taken({ kind: 'product-discount', off: { cents: 5000 }, line: 1 })

    expect(itemsPrice).toBe(2000)
    expect(adjustments[0]).toMatchObject({ kind: 'product-discount', cents: -1000, line: 1 })
  })

  it('takes a shipping discount off the shipping alone', () => {
    const { itemsPrice, shippingPrice, adjustments } = taken({ kind: 'shipping-discount', off: { percent: 100 } })

    expect([itemsPrice, shippingPrice]).toEqual([3000, 0])
    expect(adjustments.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['shipping', 8000],
      ['shipping-discount', -8000],
      ['tax', 540],
    ])
  })
})
