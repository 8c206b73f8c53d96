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

export interface Adjustment {
  kind: AdjustmentKind
  label: string
  cents: number
  /** The position of the line that it changes; left out: the whole order. */
  line?: number
  /** The discount or the class of a tax that it comes from; left out: the shop's own rule, the default class. */
  source?: string
  percent?: number
  taxable?: number
}

/** As it is shown to shoppers. A no-break space tells the code from a name that ends in brackets, so that `codesOf` can read it. */
export const discountLabel = (name: string, code: string | null) => (code === null ? name : `${name}\u00a0(${code})`)

export function codesOf(adjustments: readonly { label: string; source?: string | null }[]): string[] {
  const discounts = adjustments.filter(({ source }) => source?.startsWith('discount:'))
  return [...new Set(discounts.flatMap(({ label }) => /\u00a0\(([^()]+)\)$/.exec(label)?.[1] ?? []))]
}
