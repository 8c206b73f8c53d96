import type { DiscountState, DiscountSummary } from '@mela/contract'

export const SCOPE_LABELS: Record<DiscountSummary['appliesTo'], string> = {
  everything: 'everything',
  categories: 'categories',
  collections: 'collections',
  products: 'products',
}

export const STATE_LABELS: Record<DiscountState, string> = {
  active: 'Active',
  planned: 'Planned',
  ended: 'Ended',
  paused: 'Paused',
}

type Described = Pick<DiscountSummary, 'kind' | 'percent' | 'amount' | 'buy' | 'get' | 'appliesTo'>

/** '10% off everything', 'Buy 2, get 1 free of chosen products'. */
export function describeDiscount(discount: Described, price: (amount: number) => string): string {
  const { kind, percent, amount, buy, get, appliesTo } = discount
  const what = appliesTo === 'everything' ? 'everything' : `chosen ${SCOPE_LABELS[appliesTo]}`
  if (kind === 'percent') return `${percent}% off ${what}`
  if (kind === 'amount') return `${price(amount ?? 0)} off ${what}`
  if (kind === 'free-delivery') return `Free delivery for ${what}`
  return `Buy ${buy}, get ${get} ${percent === 100 ? 'free' : `at ${percent}% off`}, of ${what}`
}

/** '12 of 100', or the number where there is no limit. */
export const usesText = ({ uses, limitInAll }: Pick<DiscountSummary, 'uses' | 'limitInAll'>) =>
  limitInAll === null ? String(uses) : `${uses} of ${limitInAll}`
