import {
  chosenOptions,
  DEFAULT_PAGE_SIZE,
  optionPairs,
  PRODUCT_LIST_KEYS,
  PRODUCT_SORTS,
  spellingOf,
} from '@mela/contract'
import { priceText } from '../../lib/format.ts'

type FilterKey = 'keyword' | (typeof PRODUCT_LIST_KEYS)[number]

type Narrowing = Partial<Record<FilterKey, string>> & ChosenValues

/** The chosen values of options, by keys such as `option.Size`. */
interface ChosenValues {
  [key: `option.${string}`]: string[]
}

/** With `read`, what the keyword says is read into filters and order. */
export type ListAddress = Narrowing & { page: number; size: number; read?: 'true' }

/** Parses the address of a list; page and size that are no positive integers get the default. */
export function listAddress(params: URLSearchParams, size: number = DEFAULT_PAGE_SIZE): ListAddress {
  return {
    page: positiveInteger(params.get('page')) ?? 1,
    size: positiveInteger(params.get('size')) ?? size,
    ...narrowingOf(params),
    ...valuesOf(params),
  }
}

/**
 * The query that links within a list keep. Addresses that differ only in unknown keys share cached HTML, so links must
 * contain no other keys.
 */
function keptParams(params: URLSearchParams): URLSearchParams {
  const size = positiveInteger(params.get('size'))
  const kept = new URLSearchParams({ ...narrowingOf(params), ...(size && { size: String(size) }) })
  for (const [key, value] of optionPairs(chosenOptions(params))) kept.append(key, value)
  return kept
}

/** A list of products in a page: the page's path, and what its links keep. */
export interface ProductScope {
  path: string
  kept: URLSearchParams
  /** The key that the page is about, which is therefore no filter that can be removed. */
  subject: Subject
}

/** A collection can be the subject of a list, but not a filter. */
type Subject = FilterKey | 'collection'

export function filtersAt(path: string, params: URLSearchParams, subject: Subject): ProductScope {
  const kept = keptParams(params)
  if (subject !== 'keyword') kept.delete(subject)
  return { path, kept, subject }
}

/** New values of the keys of a list; an undefined or empty value removes its key. */
export type Change = Readonly<Record<string, string | string[] | undefined>>

/** The address of the same list with other filters or order, on its first page. */
export function filtersUrl({ path, kept }: ProductScope, change: Change): string {
  const next = new URLSearchParams(kept)
  for (const [key, value] of Object.entries(change)) {
    next.delete(key)
    for (const one of [value].flat()) if (one) next.append(key, one)
  }
  return next.size > 0 ? `${path}?${next}` : path
}

const valuesOf = (params: URLSearchParams): ChosenValues =>
  Object.fromEntries(Object.entries(chosenOptions(params)).map(([name, values]) => [`option.${name}`, values]))

/** Whether a value of an option is chosen, and the change that adds or removes it. */
export function toggled({ kept }: ProductScope, name: string, value: string) {
  const isSpelled = (other: string) => spellingOf(other) === spellingOf(name)
  const [typed = name] = Object.keys(chosenOptions(kept)).filter(isSpelled)
  const key = `option.${typed}` as const
  const chosen = kept.getAll(key)
  const others = chosen.filter(other => spellingOf(other) !== spellingOf(value))
  const isOn = others.length < chosen.length
  return { isOn, change: { [key]: isOn ? others : [...chosen, value] } }
}

/** Invalid values are ignored, so that no link breaks. */
function narrowingOf(params: URLSearchParams) {
  const found: Partial<Record<FilterKey, string>> = {}
  for (const key of ['keyword', ...PRODUCT_LIST_KEYS] as const) {
    const value = understood(key, params.get(key)?.trim() ?? '')
    if (value) found[key] = value
  }
  return withAscendingPrices(found)
}

/** A reversed range is turned around. */
function withAscendingPrices(found: Partial<Record<FilterKey, string>>) {
  const { minPrice, maxPrice } = found
  const isTurned = minPrice && maxPrice && Number(minPrice) > Number(maxPrice)
  return isTurned ? { ...found, minPrice: maxPrice, maxPrice: minPrice } : found
}

function understood(key: FilterKey, text: string): string | false {
  const value = Number(text)
  if (key === 'minPrice' || key === 'maxPrice') return value >= 0.01 && value < Number.POSITIVE_INFINITY && `${value}`
  if (key === 'onSale' || key === 'inStock') return (text === 'true' || text === '1') && 'true'
  if (key === 'rating') return Number.isInteger(value) && value >= 1 && value <= 5 && `${value}`
  if (key === 'plain') return /^[a-z,]{1,40}$/.test(text) && text
  if (key === 'sort') return PRODUCT_SORTS.some(sort => sort === text && sort !== 'relevance') && text
  return text
}

function positiveInteger(text: string | null): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
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

export function priceRange({ kept }: ProductScope, currency: string) {
  const [minPrice, maxPrice] = [kept.get('minPrice') ?? undefined, kept.get('maxPrice') ?? undefined]
  const [from, to] = [Number(minPrice ?? 0), Number(maxPrice ?? Number.POSITIVE_INFINITY)]
  if (!from && !Number.isFinite(to)) return undefined
  return { label: priceLabel(from, to, currency), on: { minPrice, maxPrice } }
}
