import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppliedDiscount } from './apply-discounts.ts'
import { allot, sumOf } from './cents.ts'
import { orderTotals, type PricingContext, SHOP_PRICING } from './pricing.ts'
import { SHARED, type TaxRate } from './taxes.ts'

const classes = [null, 'Reduced', 'Zero', 'Books', 'Unknown']

const line = fc.record({
  product: fc.record({
    price: fc.integer({ min: 0, max: 500_000 }),
    onSale: fc.constant(false),
    salePrice: fc.constant(null),
    taxClass: fc.constantFrom(...classes),
  }),
  quantity: fc.integer({ min: 1, max: 20 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 6 })

const percent = fc.nat({ max: 100_000 }).map(thousandths => thousandths / 1000)
const covered = { source: fc.constantFrom('a', 'b'), label: fc.constant('Sale'), lines: fc.array(fc.nat({ max: 6 })) }
const discount: fc.Arbitrary<AppliedDiscount> = fc.oneof(
  fc.record({ ...covered, kind: fc.constant('percent' as const), percent }),
  fc.record({ ...covered, kind: fc.constant('amount' as const), cents: fc.nat({ max: 2_000_000 }) }),
  fc.record({ ...covered, kind: fc.constant('free-delivery' as const) }),
  fc.record({
    ...{ ...covered, kind: fc.constant('buy-get' as const), percent },
    ...{ buy: fc.integer({ min: 1, max: 4 }), get: fc.integer({ min: 1, max: 4 }) },
  }),
)

const rates: fc.Arbitrary<TaxRate[]> = fc.oneof(
  fc.constant<TaxRate[]>([]),
  percent.map(percent => [{ label: `Tax ${percent}`, percent }]),
  fc.constant<TaxRate[]>([
    { label: 'CGST', percent: 9 },
    { label: 'SGST', percent: 9 },
  ]),
)
const context: fc.Arbitrary<PricingContext> = fc.record({
  shipping: fc.record({
    label: fc.constant('Shipping'),
    cents: fc.nat({ max: 20_000 }),
    freeAboveCents: fc.option(fc.nat({ max: 1_000_000 })),
  }),
  taxes: rates,
  taxClasses: fc.record({ Reduced: rates, Zero: fc.constant<TaxRate[]>([]), Books: rates }),
  taxIncluded: fc.boolean(),
  taxOnShipping: fc.boolean(),
  shippingTaxClass: fc.constantFrom(...classes, SHARED),
  taxByLine: fc.boolean(),
  discounts: fc.array(discount, { maxLength: 4 }),
  fee: fc.record({ label: fc.constant('Pay on delivery'), cents: fc.nat({ max: 5000 }) }),
})

type Lines = Parameters<typeof orderTotals>[0]
const costOf = ({ product, quantity }: Lines[number]) => product.price * quantity

/** What each line has left of its price. */
function leftOf(lines: Lines, { adjustments }: ReturnType<typeof orderTotals>): number[] {
  return lines.map(
    (line, position) => costOf(line) + sumOf(adjustments.filter(row => row.line === position).map(row => row.cents)),
  )
}

describe('B149 an order with discounts, classes of tax and a fee', () => {
  it('has no amount below nothing, and rows that add up to its amounts', () => {
    fc.assert(
      fc.property(lines, context, (lines, context) => {
        const totals = orderTotals(lines, context)
        const { adjustments, itemsPrice, shippingPrice, feePrice, taxPrice, totalPrice } = totals
        const sum = (...kinds: string[]) =>
          sumOf(adjustments.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))

        for (const cents of [...leftOf(lines, totals), itemsPrice, shippingPrice, feePrice, taxPrice, totalPrice])
          expect(cents).toBeGreaterThanOrEqual(0)
        expect(itemsPrice).toBe(sumOf(leftOf(lines, totals)))
        expect(shippingPrice).toBe(sum('shipping', 'shipping-discount'))
        expect(feePrice).toBe(sum('fee'))
        expect(taxPrice).toBe(sum('tax', 'included-tax'))
        expect(totalPrice).toBe(itemsPrice + shippingPrice + feePrice + sum('tax'))
      }),
      { numRuns: 3000 },
    )
  })

  it('takes a whole discount from its lines, or all that they cost', () => {
    const one = fc.record({ ...covered, kind: fc.constant('amount' as const), cents: fc.nat({ max: 2_000_000 }) })

    fc.assert(
      fc.property(lines, one, (lines, discount) => {
        const totals = orderTotals(lines, { ...SHOP_PRICING, discounts: [discount] })

        const among = lines.filter((_, position) => discount.lines.includes(position))
        const taken = sumOf(lines.map(costOf)) - totals.itemsPrice
        expect(taken).toBe(Math.min(discount.cents, sumOf(among.map(costOf))))
        const others = lines.map((line, position) => (discount.lines.includes(position) ? 0 : costOf(line)))
        expect(sumOf(leftOf(lines, totals).filter((_, position) => !discount.lines.includes(position)))).toBe(
          sumOf(others),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('taxes what is left of each class at its rates, and no cent twice', () => {
    fc.assert(
      fc.property(lines, context, (lines, context) => {
        const totals = orderTotals(lines, { ...context, taxByLine: false })
        const left = leftOf(lines, totals)
        const taxes = totals.adjustments.filter(({ kind }) => kind === 'tax' || kind === 'included-tax')
        const classOf = (row: { source?: string }) => row.source?.replace('tax-class:', '')
        const known = (taxClass?: string | null) => (taxClass && taxClass !== 'Unknown' ? taxClass : undefined)

        for (const row of taxes) {
          const group = taxes.filter(({ source }) => source === row.source)
          const gross = (row.taxable ?? 0) + (context.taxIncluded ? sumOf(group.map(({ cents }) => cents)) : 0)
          const ofLines = sumOf(left.filter((_, position) => known(lines[position]?.product.taxClass) === classOf(row)))
          if (!context.taxOnShipping) expect(gross).toBe(ofLines)
          else expect(gross).toBeGreaterThanOrEqual(ofLines)
          const contained = context.taxIncluded ? sumOf(group.map(({ percent = 0 }) => percent)) : 0
          expect(Math.abs((gross * (row.percent ?? 0)) / (100 + contained) - row.cents)).toBeLessThanOrEqual(0.5 + 1e-6)
        }
      }),
      { numRuns: 3000 },
    )
  })

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
