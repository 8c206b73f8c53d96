import type { Facets } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { currencyName } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { useShop } from '../../lib/shop.ts'
import { Async } from '../../ui/async.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Elements } from '../../ui/cx.ts'
import { GetForm, SelectForm, without } from '../../ui/get-form.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import {
  type Change,
  filtersUrl,
  type ProductScope,
  priceLabel,
  priceRange,
  roundPrice,
  starsLabel,
  toggled,
} from './list-address.ts'

const orders = [
  { value: 'price-asc', label: 'Price: low to high' },
  { value: 'price-desc', label: 'Price: high to low' },
  { value: 'rating', label: 'Best rated' },
]

interface FilterPanelProps {
  id: string
  scope: ProductScope
  facets: UseQueryResult<Facets>
  closeLabel: string
}

/**
 * The filters of a list: a popover on small screens, which opens without JavaScript; in the page's grid on large ones.
 */
export function FilterPanel({ id, scope, facets, closeLabel }: FilterPanelProps) {
  const closes = { popoverTarget: id, popoverTargetAction: 'hide' } as const

  return (
    <section
      id={id}
      popover="auto"
      aria-labelledby={`${id}title`}
      className="dialog-in fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-dialog bg-surface px-5 text-ink shadow-dialog lg:contents dark:border"
    >
      <div className="sticky top-0 z-1 -mx-5 flex items-center justify-between bg-surface py-3 pr-3 pl-5 lg:sr-only">
        <h2 id={`${id}title`} className="type-h3">
          Filter and sort
        </h2>
        <IconButton label="Close" tipEnd className="lg:hidden" {...closes}>
          <X />
        </IconButton>
      </div>
      <SortForm scope={scope} />
      <div className="lg:sticky lg:top-22 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:-mx-2 lg:max-h-[calc(100dvh-6.5rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pt-2 lg:[scrollbar-width:none]">
        <Async isLate query={facets} loading={FORM_SKELETON} error="Something went wrong...">
          {data => <FilterForm scope={scope} facets={data} />}
        </Async>
      </div>
      <div className="sticky bottom-0 -mx-5 bg-surface px-5 py-4 lg:hidden">
        <Button wide {...closes}>
          {closeLabel}
        </Button>
      </div>
    </section>
  )
}

const FORM_SKELETON = (
  <div className="grid gap-8">
    <Skeleton className="h-36 rounded-control" />
    <Skeleton className="h-56 rounded-control" />
    <Skeleton className="h-24 rounded-control" />
  </div>
)

/** A search starts by relevance, all other lists with the newest. */
function SortForm({ scope }: { scope: ProductScope }) {
  const sort = scope.kept.get('sort') ?? ''
  const byKeyword = scope.kept.has('keyword')
  const newest = { value: byKeyword ? 'newest' : '', label: 'Newest' }

  return (
    <SelectForm
      action={scope.path}
      kept={without(scope.kept, 'sort')}
      className="flex items-center gap-3 pb-6 lg:col-start-2 lg:row-start-1 lg:self-center lg:justify-self-end lg:pb-0 max-lg:[&>div]:grow"
      name="sort"
      label="Sort by"
      value={byKeyword || sort !== 'newest' ? sort : ''}
      options={[...(byKeyword ? [{ value: '', label: 'Relevance' }] : []), newest, ...orders]}
      submitLabel="Sort"
    />
  )
}

const CENT = 0.01

/** Whether a rating filter matches more products than the next higher rating; otherwise it is left out. */
const leavesMore = ({ count }: { count: number }, index: number, ratings: Facets['ratings']) =>
  count > (ratings[index - 1]?.count ?? 0)

function FilterForm({ scope, facets }: { scope: ProductScope; facets: Facets }) {
  const { categories, prices, onSale, inStock, ratings, options } = facets
  const { currency } = useShop()
  const option = (label: string, count: number | undefined, on: Change, isBelow = false) => ({
    ...{ label, count, isBelow },
    ...toggledFilters(scope, on),
  })
  const bands = prices.map(({ from, to, count }) => {
    const last = Math.round((to - CENT) * 100) / 100
    const on = { minPrice: from ? `${from}` : undefined, maxPrice: `${last}` }
    return option(priceLabel(from, last, currency), count, on)
  })
  const chosen = priceRange(scope, currency)
  const typed = chosen && !bands.some(({ isOn }) => isOn) ? [option(chosen.label, undefined, chosen.on)] : []

  return (
    <div className="grid gap-6 md:max-lg:grid-cols-2">
      {scope.subject !== 'category' && (
        <FilterList
          title="Category"
          scope={scope}
          options={categories.map(({ name, slug, count, parent }) =>
            option(name, count, { category: slug }, parent !== undefined),
          )}
        />
      )}
      <FilterList title="Price" scope={scope} options={[...typed, ...bands]}>
        <PriceForm scope={scope} />
      </FilterList>
      {options.map(({ name, values }) => (
        <FilterList
          key={name}
          title={scope.kept.has('inStock') ? `${name} in stock` : name}
          scope={scope}
          options={values.map(({ name: value, count }) => ({ label: value, count, ...toggled(scope, name, value) }))}
        />
      ))}
      <FilterList
        title="Availability"
        scope={scope}
        options={[
          option('In stock', inStock, { inStock: 'true' }),
          ...(scope.subject === 'onSale' ? [] : [option('On sale', onSale, { onSale: 'true' })]),
        ]}
      />
      <FilterList
        title="Rating"
        scope={scope}
        options={ratings
          .filter(leavesMore)
          .map(({ stars, count }) => option(starsLabel(stars), count, { rating: `${stars}` }))}
      />
    </div>
  )
}

const ends = [
  ['minPrice', 'Minimum price', 'Min'],
  ['maxPrice', 'Maximum price', 'Max'],
] as const

function PriceForm({ scope }: { scope: ProductScope }) {
  const { currency } = useShop()
  const range = ends.map(([name]) => scope.kept.get(name)).join()
  return (
    <GetForm
      action={scope.path}
      kept={without(scope.kept, 'minPrice', 'maxPrice')}
      className="flex items-center gap-2 pt-2"
    >
      {ends.map(([name, label, placeholder]) => {
        const price = Number(scope.kept.get(name))
        return (
          <input
            // Both inputs are remounted for a new range: a reversed range is swapped, which may change only one of its ends.
            key={name + range}
            type="number"
            name={name}
            min="0.01"
            step="0.01"
            inputMode="decimal"
            aria-label={`${label} in ${currencyName(currency)}`}
            placeholder={placeholder}
            defaultValue={price ? roundPrice(price) : ''}
            className="control min-h-10! min-w-0 px-1.5! text-center tabular-nums [appearance:textfield] pointer-coarse:min-h-11! [&::-webkit-inner-spin-button]:appearance-none"
          />
        )
      })}
      <Button type="submit" variant="outline" size={40} className="px-3!">
        Apply
      </Button>
    </GetForm>
  )
}

interface FilterOption {
  label: string
  /** Number of products that match with this option; undefined when it is unknown. */
  count: number | undefined
  isOn: boolean
  change: Change
  /** Whether the option is a part of the one before it, such as a child category. */
  isBelow?: boolean
}

interface FilterListProps {
  title: string
  scope: ProductScope
  options: readonly FilterOption[]
  children?: Elements
}

/** Links, so that they work without JavaScript; the link of an active choice removes it. */
function FilterList({ title, scope, options, children }: FilterListProps) {
  const isShort = options.every(({ label }) => label.length < 5)
  const shown = options.filter(({ count, isOn }) => count !== 0 || isOn)
  if (shown.length === 0 && !children) return null

  return (
    <div>
      <h3 dir="auto" className="type-ui pb-1.5 font-semibold!">
        {title}
      </h3>
      <ul className={isShort ? 'filter-links grid grid-cols-2 gap-x-8' : 'filter-links'}>
        {shown.map(({ label, count, isOn, change, isBelow }) => (
          <li key={label} className={isBelow ? 'pl-4' : undefined}>
            <Link to={filtersUrl(scope, change)} rel="nofollow" aria-current={isOn || undefined}>
              <span dir="auto">{label}</span> {isOn && <Check className="size-4!" />}
              <small>{count}</small>
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/** Whether these filters are set, and the change that sets or removes them. */
function toggledFilters({ kept }: ProductScope, on: Change) {
  const isOn = Object.entries(on).every(([key, value]) => kept.get(key) === (value ?? null))
  return { isOn, change: isOn ? Object.fromEntries(Object.keys(on).map(key => [key, ''])) : on }
}
