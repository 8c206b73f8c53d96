import {
  chosenOptions,
  DEFAULT_PAGE_SIZE,
  type KeywordReading,
  MOST_FOUND,
  optionsText,
  type PageMeta,
  type ProductSort,
  READ_KINDS,
  type ReadKind,
} from '@mela/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, X } from 'lucide-react'
import { useId } from 'react'
import { countLabel } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { isPastLast } from '../../lib/page-data.ts'
import { useShop } from '../../lib/shop.ts'
import { Async } from '../../ui/async.tsx'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { cx, type Elements } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { PagingBar } from '../../ui/paging-bar.tsx'
import { type CardPage, type cardsQuery, type facetsQuery, menuQuery } from './catalog.api.ts'
import { FilterPanel } from './filter-panel.tsx'
import {
  type Change,
  filtersUrl,
  type ProductScope,
  priceLabel,
  priceRange,
  starsLabel,
  toggled,
} from './list-address.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

/** Cards of a skeleton, enough to fill a screen. */
const MOST_BLOCKS = 12

const sizes = '(min-width:100rem) 280px,(min-width:64rem) 20vw,(min-width:48rem) 30vw,46vw'

/** The bar below it has the way back to the last page. */
const PastLast = ({ page, pageCount }: PageMeta) => (
  <EmptyState text={`There is no page ${page}: the last one is page ${Math.max(1, pageCount)}.`} />
)

const linkClass = 'type-ui inline-flex h-9 items-center gap-1.5 pointer-coarse:h-11'

const NOTHING_READ = READ_KINDS.join(',')

interface ProductListingProps {
  scope: ProductScope
  products: ReturnType<typeof cardsQuery>
  facets: ReturnType<typeof facetsQuery>
  /** Whether the list is of products of one category, whose name the cards then leave out. */
  isOfOneCategory?: boolean
  /** Shown for a list without products that no filter narrows. */
  empty?: Elements | undefined
}

export function ProductListing({ scope, isOfOneCategory = false, ...props }: ProductListingProps) {
  const { empty = <EmptyState text="No products found." />, ...queries } = props
  const [products, facets] = [useQuery(queries.products), useQuery(queries.facets)]
  const panelId = useId()
  const { currency } = useShop()
  const { data: inMenu = [] } = useQuery(menuQuery())
  const filters = [
    ...readFilters(scope, products.data?.meta.reading, currency),
    ...activeFilters(scope, [...(facets.data?.categories ?? []), ...inMenu], currency),
  ]
  const total = products.data?.meta.total
  const count = total !== undefined && (total === MOST_FOUND ? `${total}+ products` : countLabel(total, 'product'))
  const isBare = total === 0 && filters.length === 0
  // The number is not repeated below the head of a category or collection, nor for an empty list.
  const hasHead = scope.subject === 'category' || scope.subject === 'collection'
  const isCountSaid = isBare || (hasHead && filters.length === 0)

  return (
    <div
      className={cx(
        'grid grid-cols-1 gap-x-10 gap-y-5 xl:gap-x-14',
        !isBare && 'lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
      )}
    >
      <ListingBar
        count={count}
        isCountSaid={isCountSaid}
        filterCount={filters.length}
        panelId={isBare ? undefined : panelId}
      />
      {!isBare && <FilterPanel id={panelId} scope={scope} facets={facets} closeLabel={`Show ${count || 'products'}`} />}
      <div className={cx('grid grid-cols-1 content-start gap-6', !isBare && 'lg:col-start-2')}>
        {filters.length > 0 && <ActiveFilters scope={scope} filters={filters} />}
        {scope.subject !== 'keyword' && <Instead {...products.data?.meta} keyword={scope.kept.get('keyword')} />}
        <PagedProducts
          query={products}
          scope={scope}
          withCategory={!isOfOneCategory}
          empty={
            isBare ? (
              empty
            ) : (
              <EmptyState text="No products found.">
                <ButtonLink to={clearedUrl(scope, filters)} variant="outline" size={40}>
                  Clear filters
                </ButtonLink>
              </EmptyState>
            )
          }
        />
      </div>
    </div>
  )
}

export function Instead({ keyword, correction, partial }: Partial<CardPage['meta']> & { keyword: string | null }) {
  const shown = correction ?? partial
  if (!shown) return null

  return (
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      No exact match for “<bdi>{keyword}</bdi>”. Showing results for “<bdi>{shown}</bdi>”.
    </p>
  )
}

interface ListingBarProps {
  /** Text such as '34 products'; false until the number is known. */
  count: string | false
  /** Whether the number is visible elsewhere on the page: then it is only announced to screen readers. */
  isCountSaid: boolean
  filterCount: number
  /** Id of the filter panel; undefined when there is nothing to filter. */
  panelId: string | undefined
}

function ListingBar({ count, isCountSaid, filterCount, panelId }: ListingBarProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
        panelId && 'min-h-11 lg:col-start-2 lg:row-start-1',
      )}
    >
      {panelId && (
        <button
          type="button"
          popoverTarget={panelId}
          className={buttonClass({ variant: 'outline', size: 40, className: 'h-11! lg:hidden' })}
        >
          <SlidersHorizontal className="size-4.5!" />{' '}
          <span>{`Filter and sort${filterCount > 0 ? ` (${filterCount})` : ''}`}</span>
        </button>
      )}
      <p role="status" className={isCountSaid ? 'sr-only' : 'text-ink-2'}>
        {count}
      </p>
    </div>
  )
}

function ActiveFilters({ scope, filters }: { scope: ProductScope; filters: readonly ActiveFilter[] }) {
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {filters.map(({ label, off }) => (
        <li key={label} className="max-w-full">
          <Link
            to={filtersUrl(scope, off)}
            aria-label={`Remove filter ${label}`}
            className={`${linkClass} max-w-full rounded-full bg-ink/6 pr-2.5 pl-3.5 transition-colors hover:bg-ink/10`}
          >
            <span dir="auto" className="truncate">
              {label}
            </span>
            <X className="size-4! text-ink-2" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={clearedUrl(scope, filters)} className={`${linkClass} px-2 underline-offset-3 hover:underline`}>
          Clear all
        </Link>
      </li>
    </ul>
  )
}

const clearedUrl = (scope: ProductScope, filters: readonly ActiveFilter[]) =>
  filtersUrl(
    scope,
    Object.fromEntries(
      filters.flatMap(({ off }) => Object.keys(off).map(key => [key, key === 'plain' ? NOTHING_READ : ''])),
    ),
  )

interface PagedProductsProps {
  query: UseQueryResult<CardPage>
  scope: ProductScope
  withCategory: boolean
  empty: Elements
}

/** One page of a list with its paging bar, which an empty list and an unpaged category do not need. */
function PagedProducts({ query, scope: { path, kept, subject }, withCategory, empty }: PagedProductsProps) {
  return (
    <Async
      isLate
      query={query}
      loading={
        <ProductGridSkeleton
          count={Math.min(Number(kept.get('size')) || DEFAULT_PAGE_SIZE, MOST_BLOCKS)}
          withCategory={withCategory}
        />
      }
      errorPrefix={subject === 'category' ? '' : 'Error: '}
      error={
        subject === 'category' ? 'Something went wrong...' : 'Something went wrong, please try reloading the page.'
      }
    >
      {({ data, meta }) => (
        <div className="grid gap-8">
          {data.length > 0 && <ProductGrid products={data} isFirst sizes={sizes} withCategory={withCategory} />}
          {data.length === 0 && (isPastLast(meta) ? <PastLast {...meta} /> : empty)}
          {meta.total > 0 && (subject !== 'category' || meta.pageCount > 1 || kept.has('size')) && (
            <PagingBar meta={meta} basePath={path} params={kept} />
          )}
        </div>
      )}
    </Async>
  )
}

interface ActiveFilter {
  label: string
  off: Change
}

const SORTED: Partial<Record<ProductSort, string>> = { newest: 'Newest first', 'price-asc': 'Lowest price first' }

/** What was read from the keyword; without one of them its words are searched as they are. */
function readFilters({ kept }: ProductScope, reading: KeywordReading | undefined, currency: string) {
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

/** The active filters, except the one that the page is about. */
export function activeFilters(
  scope: ProductScope,
  categories: readonly { name: string; slug: string }[],
  currency: string,
): ActiveFilter[] {
  const { kept, subject } = scope
  const filters: ActiveFilter[] = []
  const add = (key: string, label: (value: string) => string) => {
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
