import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS, TAX_PERCENT } from '../shared/constants.ts'
import type { Adjustment, AdjustmentKind } from './adjustments.ts'
import { type AppliedDiscount, applyDiscounts } from './apply-discounts.ts'
import { sumOf } from './cents.ts'
import { effectivePrice, type Priced, savedPerUnit } from './effective-price.ts'
import { containedTaxes, type TaxedAmount, type TaxRules, taxesOf, taxLabelOf } from './taxes.ts'

interface ShippingRule {
  label: string
  cents: number
  /** Other prices, for items that cost or weigh so much or more; ascending. */
  steps?: { from: number; cents: number }[]
  /** `from` of the steps is in grams, otherwise in cents. */
  stepsByWeight?: boolean
  freeAboveCents: number | null
}

interface Shipped {
  items: number
  grams: number
}

function shippingCents({ cents, steps = [], stepsByWeight, freeAboveCents }: ShippingRule, shipped: Shipped) {
  if (shipped.items > (freeAboveCents ?? Number.POSITIVE_INFINITY)) return 0
  const reached = stepsByWeight ? shipped.grams : shipped.items
  return steps.findLast(({ from }) => reached >= from)?.cents ?? cents
}

/** The rules are a parameter, so that they can depend on the address and the shopper. */
export interface PricingContext extends TaxRules {
  shipping: ShippingRule
  /** The cheapest of these and `shipping` counts unless one is chosen, of equal ones the first. */
  otherShipping?: ShippingRule[]
  discounts?: AppliedDiscount[]
  /** What a way to pay costs; it is taxed as delivery is. */
  fee?: { label: string; cents: number }
}

export const SHOP_PRICING: PricingContext = {
  shipping: { label: 'Shipping', cents: SHIPPING_CENTS, freeAboveCents: FREE_SHIPPING_ABOVE_CENTS },
  taxes: [{ label: taxLabelOf(TAX_PERCENT, 'GST'), percent: TAX_PERCENT }],
}

function shippingOf({ shipping, otherShipping = [] }: PricingContext, shipped: Shipped) {
  return [shipping, ...otherShipping]
    .map(rule => ({ ...rule, cents: shippingCents(rule, shipped) }))
    .reduce((best, rule) => (rule.cents < best.cents ? rule : best))
}

/**
 * Cents; `itemsPrice` is what the lines cost after their discounts, of which `discountPrice` has none. `goodsPrice`
 * leaves gift cards out, and decides what delivery costs.
 */
export interface PricedOrder {
  itemsPrice: number
  goodsPrice: number
  discountPrice: number
  shippingPrice: number
  feePrice: number
  taxPrice: number
  totalPrice: number
  adjustments: Adjustment[]
}

export interface LineToPrice {
  product: Priced & {
    weight?: number | null
    taxClass?: string | null | undefined
    /** Neither delivered, taxed nor discounted. */
    isGiftCard?: boolean | undefined
  }
  quantity: number
}

export const weightOf = (lines: LineToPrice[]) =>
  sumOf(lines.map(({ product, quantity }) => (product.isGiftCard ? 0 : (product.weight ?? 0) * quantity)))

/** Whether there is a parcel to send: gift cards go by email. */
export const isDeliverable = (lines: LineToPrice[]) => lines.some(({ product }) => !product.isGiftCard)

export const BY_EMAIL = 'By email'

/**
 * Prices an order in integer cents (ADR 0036): lines → their discounts → delivery for what is left → fee → tax of what
 * is left of lines and delivery.
 */
export function orderTotals(lines: LineToPrice[], context = SHOP_PRICING): PricedOrder {
  const priced = lines.map(({ product, quantity }) => ({ cents: effectivePrice(product) * quantity, quantity }))
  const { left, rows } = applyDiscounts(priced, discountsOf(lines, context))
  const goodsPrice = sumOf(left.filter((_, position) => !lines[position]?.product.isGiftCard))
  const shipped = isDeliverable(lines) ? { items: goodsPrice, grams: weightOf(lines) } : undefined
  const charges = lines.length > 0 ? chargesOf(shipped, context) : []
  const taxed = lines.flatMap(({ product: { isGiftCard, taxClass } }, line) =>
    isGiftCard ? [] : [{ line, taxClass, cents: left[line] ?? 0 }],
  )
  const delivery = sumOf(charges.filter(({ kind }) => kind !== 'fee').map(({ cents }) => cents))
  const fee = sumOf(charges.filter(({ kind }) => kind === 'fee').map(({ cents }) => cents))
  const adjustments = [
    ...rows,
    ...charges,
    ...(context.isExempt && context.taxIncluded ? exemptRows(taxed, [delivery, fee], context) : []),
    ...taxesOf(taxed, [delivery, fee].filter(Boolean), context),
  ]
  const sumOfRows = (...kinds: AdjustmentKind[]) =>
    sumOf(adjustments.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))

  const itemsPrice = sumOf(priced.map(({ cents }) => cents)) + sumOfRows('product-discount', 'order-discount')
  const shippingPrice = sumOfRows('shipping', 'shipping-discount')
  const feePrice = sumOfRows('fee')
  const taxOnTop = sumOfRows('tax')
  return {
    itemsPrice,
    goodsPrice,
    discountPrice: sumOf(lines.map(({ product, quantity }) => savedPerUnit(product) * quantity)),
    shippingPrice,
    feePrice,
    taxPrice: taxOnTop + sumOfRows('included-tax'),
    totalPrice: itemsPrice + shippingPrice + feePrice + taxOnTop,
    adjustments,
  }
}

const discountsOf = (lines: LineToPrice[], { discounts = [] }: PricingContext) =>
  discounts.map(discount => ({
    ...discount,
    lines: discount.lines.filter(position => !lines[position]?.product.isGiftCard),
  }))

function chargesOf(shipped: Shipped | undefined, context: PricingContext): Adjustment[] {
  const { label, cents } = shipped ? shippingOf(context, shipped) : { label: BY_EMAIL, cents: 0 }
  const free = context.discounts?.find(({ kind }) => kind === 'free-delivery')
  return [
    { kind: 'shipping', label, cents },
    ...(free && cents > 0
      ? [{ kind: 'shipping-discount' as const, label: free.label, cents: -cents, source: free.source }]
      : []),
    ...(context.fee && context.fee.cents > 0 ? [{ kind: 'fee' as const, ...context.fee }] : []),
  ]
}

/** Prices that contain tax are reduced by it for a buyer who pays none. */
function exemptRows(
  lines: (TaxedAmount & { line: number })[],
  delivery: number[],
  context: PricingContext,
): Adjustment[] {
  const contained = containedTaxes(lines, delivery, context)
  const row = (cents: number) => ({ label: 'Tax not charged', cents: -cents, source: 'tax-exemption' })
  return [
    ...lines.map(({ line }, n) => ({ kind: 'order-discount' as const, ...row(contained.lines[n] ?? 0), line })),
    { kind: 'shipping-discount' as const, ...row(contained.delivery[0] ?? 0) },
    { kind: 'fee' as const, ...row(contained.delivery[1] ?? 0) },
  ].filter(({ cents }) => cents < 0)
}
