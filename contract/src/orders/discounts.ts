import { type Adjustment, type PricingContext, percentOf, sumOf } from './pricing.ts'

/** Kept apart from pricing.ts, so that pages that know no discount do not load it. */
export interface DiscountTerms extends Pick<Adjustment, 'label' | 'source'> {
  kind: 'product-discount' | 'order-discount' | 'shipping-discount'
  off: { percent: number } | { cents: number }
  line?: number
}

/** Product discounts come before order discounts; each applies to what the earlier ones left, and stops at 0. */
export function discountsOf(terms: DiscountTerms[]): NonNullable<PricingContext['discount']> {
  const kinds = { items: ['product-discount', 'order-discount'], shipping: ['shipping-discount'] }
  return (cents, of) => {
    const rows: Adjustment[] = []
    let left = cents
    for (const each of kinds[of].flatMap(wanted => terms.filter(({ kind }) => kind === wanted))) {
      const { kind, label, source } = each
      const shares = sharesOf(left, each)
      left = left.map((cents, i) => cents - (shares[i] ?? 0))
      for (const [i, share] of shares.entries())
        if (share > 0) rows.push({ kind, label, source, cents: -share, ...(of === 'items' && { line: i }) })
    }
    return { left, rows }
  }
}

function sharesOf(left: number[], { off, line }: DiscountTerms): number[] {
  const base = left.map((cents, i) => ((line ?? i) === i ? cents : 0))
  const whole = sumOf(base)
  return allot(Math.min(whole, 'cents' in off ? off.cents : percentOf(whole, off.percent)), base)
}

/** Cents lost by rounding down go to the largest remainders, on a tie to the first. */
export function allot(cents: number, weights: number[]): number[] {
  const whole = BigInt(sumOf(weights))
  if (whole === 0n) return weights.map(() => 0)

  const shares = weights.map(weight => {
    const exact = BigInt(cents) * BigInt(weight)
    return { cents: Number(exact / whole), rest: exact % whole }
  })
  const left = cents - sumOf(shares.map(share => share.cents))
  for (const share of shares.toSorted((a, b) => Number(b.rest - a.rest)).slice(0, left)) share.cents++
  return shares.map(share => share.cents)
}
