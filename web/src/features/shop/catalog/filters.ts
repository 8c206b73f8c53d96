import { chosenOptions, type KeywordReading, optionsText, type ProductSort, type ReadKind } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'
import { type Change, type FilterKey, type ProductScope, toggled } from './list-address.ts'

export interface ActiveFilter {
  label: string
  /** The change that removes the filter. */
  off: Change
}

const SORTED: Partial<Record<ProductSort, string>> = { newest: 'Newest first', 'price-asc': 'Lowest price first' }

/** What was read from the keyword; without one of them its words are searched as they are. */
export function readFilters({ kept }: ProductScope, reading: KeywordReading | undefined, currency: string) {
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, onSale, sort, isBestSellers, option = {} } = reading ?? {}
  const filters: ActiveFilter[] = []
  const add = (kind: ReadKind, label: string | undefined) => {
    const plain = [...(kept.get('plain')?.split(',') ?? []), kind].join(',')
    if (label) filters.push({ label, off: { plain } })
  }
  if (minPrice > 0 || Number.isFinite(maxPrice)) add('price', priceLabel(minPrice, maxPrice, currency))
  if (onSale) add('sale', 'On sale')
  if (isBestSellers) add('best', 'Best sellers')
  add('sort', sort && SORTED[sort])
  for (const [name, values] of Object.entries(option)) add('option', optionsText({ [name]: values.join(', ') }))
  return filters
}

export const starsLabel = (stars: number | string) => `${stars} ★ & up`

/** The label's amount: a price band ends a cent below the next one, and the label shows the round amount. */
export const roundPrice = (price: number) => (Math.round(price * 100) % 100 === 99 ? Math.ceil(price) : price)

/** '$50 – $100' */
export function priceLabel(from: number, to: number, currency: string): string {
  const end = priceText(roundPrice(to), currency).replace('.00', '')
  if (!from) return `Under ${end}`
  const start = priceText(from, currency).replace('.00', '')
  if (!Number.isFinite(to)) return `From ${start}`
  return start === end ? start : `${start} – ${end}`
}

/** The chosen prices: a band, or a typed range. */
export function priceRange({ kept }: ProductScope, currency: string) {
  const [minPrice, maxPrice] = [kept.get('minPrice') ?? undefined, kept.get('maxPrice') ?? undefined]
  const [from, to] = [Number(minPrice ?? 0), Number(maxPrice ?? Number.POSITIVE_INFINITY)]
  if (!from && !Number.isFinite(to)) return undefined
  return { label: priceLabel(from, to, currency), on: { minPrice, maxPrice } }
}

/** The active filters, except the one that the page is about. */
export function activeFilters(
  scope: ProductScope,
  categories: readonly { name: string; slug: string }[],
  currency: string,
): ActiveFilter[] {
  const { kept, subject } = scope
  const filters: ActiveFilter[] = []
  const add = (key: FilterKey, label: (value: string) => string) => {
    const value = kept.get(key)
    if (value && key !== subject) filters.push({ label: label(value), off: { [key]: '' } })
  }

  add('keyword', keyword => `“${keyword}”`)
  add('category', slug => categories.find(category => category.slug === slug)?.name ?? slug)
  const range = priceRange(scope, currency)
  if (range) filters.push({ label: range.label, off: { minPrice: '', maxPrice: '' } })
  add('onSale', () => 'On sale')
  add('inStock', () => 'In stock')
  add('rating', starsLabel)
  for (const [name, values] of Object.entries(chosenOptions(kept))) {
    for (const value of values)
      filters.push({ label: optionsText({ [name]: value }), off: toggled(scope, name, value).change })
  }
  return filters
}
