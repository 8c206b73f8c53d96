import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS, TAX_PERCENT } from '../shared/constants.ts'

/** Included tax is part of the lines, as are sale prices. No rule makes a discount yet; rows of orders can have one. */
export const adjustmentKinds = [
  'product-discount',
  'order-discount',
  'shipping',
  'shipping-discount',
  'tax',
  'included-tax',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

interface Adjustment {
  kind: AdjustmentKind
  label: string
  cents: number
}

interface ShippingRule {
  label: string
  cents: number
  /** Other prices, for items that cost or weigh so much or more; ascending. */
  steps?: { from: number; cents: number }[]
  /** `from` of the steps is in grams, otherwise in cents. */
  stepsByWeight?: boolean
  freeAboveCents: number | null
}

/** `items` is in cents. */
export interface Shipped {
  items: number
  grams: number
}

export function shippingCents({ cents, steps = [], stepsByWeight, freeAboveCents }: ShippingRule, shipped: Shipped) {
  if (shipped.items > (freeAboveCents ?? Number.POSITIVE_INFINITY)) return 0
  const reached = stepsByWeight ? shipped.grams : shipped.items
  return steps.findLast(({ from }) => reached >= from)?.cents ?? cents
}

/** The rules are a parameter, so that they can depend on the address and the shopper. */
export interface PricingContext {
  shipping: ShippingRule
  /** The cheapest of these and `shipping` counts unless one is chosen, of equal ones the first. */
  otherShipping?: ShippingRule[]
  /** Taxes are of the items; percents have up to three decimals. */
  taxes: { label: string; percent: number }[]
  taxIncluded?: boolean
  taxOnShipping?: boolean
  /** Tax is rounded for each line, of which the shipping is one, and not once for their sum. */
  taxByLine?: boolean
}

export const taxLabelOf = (percent: number, name: string | null, isIncluded = false) =>
  `${isIncluded ? 'Included tax' : 'Tax'} (${[`${percent}%`, name].filter(Boolean).join(' ')})`

export const SHOP_PRICING: PricingContext = {
  shipping: { label: 'Shipping', cents: SHIPPING_CENTS, freeAboveCents: FREE_SHIPPING_ABOVE_CENTS },
  taxes: [{ label: taxLabelOf(TAX_PERCENT, 'GST'), percent: TAX_PERCENT }],
}

export const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

const thousandths = (percent: number) => Math.round(percent * 1000)
const HUNDRED = thousandths(100)

/** Half up, exact for percents of up to three decimals. `contained` is the percentage that `cents` already contains. */
export const percentOf = (cents: number, percent: number, contained = 0) => {
  const whole = BigInt(HUNDRED + thousandths(contained))
  return Number((2n * BigInt(cents) * BigInt(thousandths(percent)) + whole) / (2n * whole))
}

function adjustmentsOf(lineCents: number[], grams: number, context: PricingContext): Adjustment[] {
  if (lineCents.length === 0) return []

  const { label, cents } = shippingOf(context, { items: sumOf(lineCents), grams })
  return [{ kind: 'shipping', label, cents }, ...taxesOf(lineCents, cents, context)]
}

export function shippingOf({ shipping, otherShipping = [] }: PricingContext, shipped: Shipped) {
  return [shipping, ...otherShipping]
    .map(rule => ({ ...rule, cents: shippingCents(rule, shipped) }))
    .reduce((best, rule) => (rule.cents < best.cents ? rule : best))
}

function taxesOf(lines: number[], shipping: number, context: PricingContext): Adjustment[] {
  const { taxes, taxIncluded = false, taxOnShipping, taxByLine } = context
  const taxed = taxOnShipping ? [...lines, shipping] : lines
  const bases = taxByLine ? taxed : [sumOf(taxed)]
  const contained = taxIncluded ? sumOf(taxes.map(({ percent }) => percent)) : 0
  return taxes.map(({ label, percent }) => ({
    kind: taxIncluded ? 'included-tax' : 'tax',
    label,
    cents: sumOf(bases.map(cents => percentOf(cents, percent, contained))),
  }))
}

export interface Priced {
  price: number
  onSale: boolean
  salePrice: number | null
}

/** The sale price counts only between 0 and the price. Any unit of money. */
export function effectivePrice({ price, onSale, salePrice }: Priced): number {
  return onSale && salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : price
}

export function savedPerUnit(product: Priced): number {
  return product.price - effectivePrice(product)
}

export function savedPercent(product: Priced): number {
  return product.price > 0 ? (savedPerUnit(product) / product.price) * 100 : 0
}

export interface PricedOrder {
  itemsPrice: number
  discountPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
  adjustments: Adjustment[]
}

export interface LineToPrice {
  product: Priced & { weight?: number | null }
  quantity: number
}

export const weightOf = (lines: LineToPrice[]) =>
  sumOf(lines.map(({ product, quantity }) => (product.weight ?? 0) * quantity))

/** Every price of an order comes from here: integer cents in and out (ADR 0036). */
export function orderTotals(lines: LineToPrice[], context = SHOP_PRICING): PricedOrder {
  const cents = (each: (product: Priced) => number) => lines.map(({ product, quantity }) => each(product) * quantity)
  const adjustments = adjustmentsOf(cents(effectivePrice), weightOf(lines), context)
  const sumOfRows = (kind: AdjustmentKind) => sumOf(adjustments.filter(row => row.kind === kind).map(row => row.cents))

  const itemsPrice = sumOf(cents(effectivePrice))
  const shippingPrice = sumOfRows('shipping')
  const taxOnTop = sumOfRows('tax')
  return {
    itemsPrice,
    discountPrice: sumOf(cents(savedPerUnit)),
    shippingPrice,
    taxPrice: taxOnTop + sumOfRows('included-tax'),
    totalPrice: itemsPrice + shippingPrice + taxOnTop,
    adjustments,
  }
}
