import fc from 'fast-check'
import type { AppliedDiscount } from '../src/orders/apply-discounts.ts'
import type { DiscountOffer } from '../src/orders/discounts.ts'
import type { LineToPrice, PricingContext } from '../src/orders/pricing.ts'
import { SHARED, type TaxRate } from '../src/orders/taxes.ts'

const classes = [null, 'Reduced', 'Zero', 'Books', 'Unknown']

/** In minor units, as those of any currency: 500 yen, dollars of 100 cents, dinars of 1000 fils. */
const cents = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 500_000 }), fc.nat({ max: 100_000_000 }))

const line: fc.Arbitrary<LineToPrice> = fc.record({
  product: fc.record({
    price: cents,
    onSale: fc.boolean(),
    salePrice: fc.option(cents),
    weight: fc.option(fc.nat({ max: 5000 })),
    taxClass: fc.constantFrom(...classes),
    isGiftCard: fc.integer({ max: 9, min: 0 }).map(number => number === 0),
  }),
  quantity: fc.integer({ min: 1, max: 20 }),
})
export const drawnLines = fc.array(line, { minLength: 1, maxLength: 6 })

const percent = fc.nat({ max: 100_000 }).map(thousandths => thousandths / 1000)
const covered = {
  ...{ source: fc.constantFrom('a', 'b'), label: fc.constant('Sale') },
  lines: fc.subarray([0, 1, 2, 3, 4, 5]),
}
const units = fc.integer({ min: 1, max: 4 })
const drawnDiscount: fc.Arbitrary<AppliedDiscount> = fc.oneof(
  fc.record({ ...covered, kind: fc.constant('percent' as const), percent }),
  fc.record({ ...covered, kind: fc.constant('amount' as const), cents }),
  fc.record({ ...covered, kind: fc.constant('free-delivery' as const) }),
  fc.record({ ...covered, kind: fc.constant('buy-get' as const), percent, buy: units, get: units }),
)

const rates: fc.Arbitrary<TaxRate[]> = fc
  .array(percent, { maxLength: 2 })
  .map(percents => percents.map(percent => ({ label: `Tax ${percent}`, percent })))

const step = fc.record({ from: fc.nat({ max: 100_000 }), cents: fc.nat({ max: 20_000 }) })
const shipping = fc.record({
  label: fc.constant('Shipping'),
  cents: fc.nat({ max: 20_000 }),
  steps: fc.array(step, { maxLength: 3 }).map(steps => steps.sort((a, b) => a.from - b.from)),
  stepsByWeight: fc.boolean(),
  freeAboveCents: fc.option(cents),
})

export const drawnPricing: fc.Arbitrary<PricingContext> = fc.record({
  shipping,
  otherShipping: fc.array(shipping, { maxLength: 2 }),
  taxes: rates,
  taxClasses: fc.record({ Reduced: rates, Zero: fc.constant<TaxRate[]>([]), Books: rates }),
  taxIncluded: fc.boolean(),
  taxOnShipping: fc.boolean(),
  shippingTaxClass: fc.constantFrom(...classes, SHARED),
  taxByLine: fc.boolean(),
  isExempt: fc.nat({ max: 4 }).map(number => number === 0),
  discounts: fc.array(drawnDiscount, { maxLength: 4 }),
  fee: fc.record({ label: fc.constant('Pay on delivery'), cents: fc.nat({ max: 5000 }) }),
})

export const drawnOffers: fc.Arbitrary<DiscountOffer[]> = fc
  .array(fc.tuple(drawnDiscount, fc.boolean(), fc.boolean()), { maxLength: 5 })
  .map(drawn =>
    drawn.map(([{ source: _, label, lines, ...benefit }, isCombinable, isCode], n) => ({
      ...{ id: `${n}`, name: label, code: isCode ? `CODE${n}` : null, isCombinable, benefit, lines },
      ...{ isForAll: true, minSubtotal: null, minQuantity: null },
    })),
  )
