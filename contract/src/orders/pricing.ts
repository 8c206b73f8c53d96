import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS, TAX_PERCENT } from '../shared/constants.ts'
import { type AppliedDiscount, applyDiscounts } from './apply-discounts.ts'
import { allot, percentOf, sumOf } from './cents.ts'

/** Included tax is part of the lines, as are sale prices. */
export const adjustmentKinds = [
  'product-discount',
  'order-discount',
  'shipping',
  'shipping-discount',
  'fee',
  'tax',
  'included-tax',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

interface Adjustment {
  kind: AdjustmentKind
  label: string
  cents: number
  /** The position of the line that it changes; left out: the whole order. */
  line?: number
  /** The discount or the class of a tax that it comes from; left out: the shop's own rule, the default class. */
  source?: string
  /** Of a tax. */
  percent?: number
  /** The net cents that a tax is of. */
  taxable?: number
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

export interface TaxRate {
  label: string
  /** Up to three decimals. */
  percent: number
}

/** The rules are a parameter, so that they can depend on the address and the shopper. */
export interface PricingContext {
  shipping: ShippingRule
  /** The cheapest of these and `shipping` counts unless one is chosen, of equal ones the first. */
  otherShipping?: ShippingRule[]
  /** Of the default class: of lines whose class has no rates of its own. */
  taxes: TaxRate[]
  /** Rates of the lines of a class. */
  taxClasses?: Record<string, TaxRate[]>
  taxIncluded?: boolean
  taxOnShipping?: boolean
  /** The class by which delivery is taxed; of `SHARED` it is divided among the classes of the lines. Null: the default. */
  shippingTaxClass?: string | null
  /** Tax is rounded for each line, of which the shipping is one, and not once for each rate. */
  taxByLine?: boolean
  discounts?: AppliedDiscount[]
  /** What a way to pay costs; it is taxed as delivery is. */
  fee?: { label: string; cents: number }
}

/** Before the name of a class, as the source of a tax. */
export const TAX_CLASS = 'tax-class:'

/** No class has this name. */
export const SHARED = 'shared'

export const taxLabelOf = (percent: number, name: string | null, isIncluded = false) =>
  `${isIncluded ? 'Included tax' : 'Tax'} (${[`${percent}%`, name].filter(Boolean).join(' ')})`

export const SHOP_PRICING: PricingContext = {
  shipping: { label: 'Shipping', cents: SHIPPING_CENTS, freeAboveCents: FREE_SHIPPING_ABOVE_CENTS },
  taxes: [{ label: taxLabelOf(TAX_PERCENT, 'GST'), percent: TAX_PERCENT }],
}

export function shippingOf({ shipping, otherShipping = [] }: PricingContext, shipped: Shipped) {
  return [shipping, ...otherShipping]
    .map(rule => ({ ...rule, cents: shippingCents(rule, shipped) }))
    .reduce((best, rule) => (rule.cents < best.cents ? rule : best))
}

/** Amounts of one class. */
interface TaxGroup {
  taxClass: string | undefined
  rates: TaxRate[]
  bases: number[]
}

function taxesOf(groups: TaxGroup[], { taxIncluded = false, taxByLine }: PricingContext): Adjustment[] {
  return groups.flatMap(({ taxClass, rates, bases }) => {
    const contained = taxIncluded ? sumOf(rates.map(({ percent }) => percent)) : 0
    const rounded = taxByLine ? bases : [sumOf(bases)]
    const taxes = rates.map(({ percent }) => sumOf(rounded.map(cents => percentOf(cents, percent, contained))))
    const taxable = sumOf(bases) - (taxIncluded ? sumOf(taxes) : 0)
    return rates.map(({ label, percent }, index) => ({
      kind: taxIncluded ? 'included-tax' : 'tax',
      label,
      cents: taxes[index] ?? 0,
      percent,
      taxable,
      ...(taxClass !== undefined && { source: `${TAX_CLASS}${taxClass}` }),
    }))
  })
}

/** `lines` and `delivery` are cents, of the delivery after its discount and with the fee. */
function taxGroups(lines: LineToPrice[], cents: number[], delivery: number[], context: PricingContext): TaxGroup[] {
  const { taxes, taxClasses = {}, taxOnShipping, shippingTaxClass = null } = context
  const groups = new Map<string | undefined, TaxGroup>()
  const add = (named: string | null | undefined, bases: number[]) => {
    if (bases.length === 0) return
    const own = taxClasses[named ?? '']
    const taxClass = own && named ? named : undefined
    const all = [...(groups.get(taxClass)?.bases ?? []), ...bases]
    groups.set(taxClass, { taxClass, rates: own ?? taxes, bases: all })
  }
  lines.forEach(({ product }, position) => {
    if (!product.isGiftCard) add(product.taxClass, [cents[position] ?? 0])
  })
  if (!taxOnShipping) return [...groups.values()]
  const delivered = lines.map(({ product }, position) => (product.isGiftCard ? 0 : (cents[position] ?? 0)))
  if (shippingTaxClass !== SHARED) add(shippingTaxClass, delivery)
  else
    for (const part of delivery)
      for (const [position, share] of allot(part, delivered).entries()) add(lines[position]?.product.taxClass, [share])
  return [...groups.values()]
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

/** Cents; `itemsPrice` is what the lines cost after their discounts, of which `discountPrice` has none. */
export interface PricedOrder {
  itemsPrice: number
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

/** In place of a method of delivery. */
export const BY_EMAIL = 'By email'

/**
 * Prices an order in integer cents (ADR 0036): lines → their discounts → delivery for what is left → fee → tax of what
 * is left of lines and delivery.
 */
export function orderTotals(lines: LineToPrice[], context = SHOP_PRICING): PricedOrder {
  const priced = lines.map(({ product, quantity }) => ({ cents: effectivePrice(product) * quantity, quantity }))
  const { left, rows } = applyDiscounts(priced, discountsOf(lines, context))
  const items = sumOf(left.filter((_, position) => !lines[position]?.product.isGiftCard))
  const shipped = isDeliverable(lines) ? { items, grams: weightOf(lines) } : undefined
  const charges = lines.length > 0 ? chargesOf(shipped, context) : []
  const delivery = deliveryParts(charges)
  const adjustments = [...rows, ...charges, ...taxesOf(taxGroups(lines, left, delivery, context), context)]
  const sumOfRows = (...kinds: AdjustmentKind[]) =>
    sumOf(adjustments.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))

  const itemsPrice = sumOf(left)
  const shippingPrice = sumOfRows('shipping', 'shipping-discount')
  const feePrice = sumOfRows('fee')
  const taxOnTop = sumOfRows('tax')
  return {
    itemsPrice,
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

/** Delivery after its discount, and the fee. */
function deliveryParts(charges: Adjustment[]): number[] {
  const of = (isFee: boolean) =>
    sumOf(charges.filter(({ kind }) => (kind === 'fee') === isFee).map(({ cents }) => cents))
  return [of(false), of(true)].filter(cents => cents > 0)
}
