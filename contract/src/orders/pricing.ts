import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS, TAX_PERCENT } from '../shared/constants.ts'

/** What an order costs or is spared beside its lines. Sale prices are prices of lines. */
export type AdjustmentKind = 'product-discount' | 'order-discount' | 'shipping' | 'shipping-discount' | 'tax'

export interface Adjustment {
  kind: AdjustmentKind
  label: string
  /** Discounts are negative. */
  cents: number
  /** The position of its line; none: the whole order. */
  line?: number
  /** What it comes from, such as a coupon; none: the shop's own rule. */
  source?: string
}

/** The rules that price an order; a parameter, so that they can depend on the address and the shopper. */
export interface PricingContext {
  /** Free for items that cost more, after all discounts (B5). */
  shipping: { label: string; cents: number; freeAboveCents: number | null }
  /** Each is on top of the items, after all discounts and without shipping (B7), and rounded once. Whole percents are exact. */
  taxes: { label: string; percent: number }[]
  /** What discounts leave of lines or of the shipping, with a row for each; `discountsOf()` makes it of their terms. */
  discount?: (cents: number[], of: 'items' | 'shipping') => { left: number[]; rows: Adjustment[] }
}

/** SPEC's rules. */
export const SHOP_PRICING: PricingContext = {
  shipping: { label: 'Shipping', cents: SHIPPING_CENTS, freeAboveCents: FREE_SHIPPING_ABOVE_CENTS },
  taxes: [{ label: `Tax (${TAX_PERCENT}% GST)`, percent: TAX_PERCENT }],
}

export const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The adjustments of lines that cost this much, in the order in which they count. */
export function adjustmentsOf(lineCents: number[], { shipping, taxes, discount }: PricingContext): Adjustment[] {
  if (lineCents.length === 0) return []

  const discounted = discount?.(lineCents, 'items')
  const items = sumOf(discounted?.left ?? lineCents)
  const cents = items > (shipping.freeAboveCents ?? Number.POSITIVE_INFINITY) ? 0 : shipping.cents
  return [
    ...(discounted?.rows ?? []),
    { kind: 'shipping', label: shipping.label, cents },
    ...(discount?.([cents], 'shipping').rows ?? []),
    ...taxes.map(({ label, percent }) => ({ kind: 'tax' as const, label, cents: Math.round((items * percent) / 100) })),
  ]
}
