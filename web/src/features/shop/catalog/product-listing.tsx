import { type Facets, MOST_FOUND } from '@mela/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { countLabel } from '../../../lib/format/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import type { Elements } from '../../../ui/layout/elements.ts'
import { ActiveFilters, clearedUrl } from './active-filters.tsx'
import type { CardPage } from './card-page.ts'
import { menuQuery } from './catalog.api.ts'
import { FilterPanel } from './filter-panel.tsx'
import { activeFilters, readFilters } from './filters.ts'
import type { ProductScope } from './list-address.ts'
import { ListingBar } from './listing-bar.tsx'
import { PagedProducts } from './paged-products.tsx'

interface ProductListingProps {
  scope: ProductScope
  products: UseQueryResult<CardPage>
  facets: UseQueryResult<Facets>
  /** Whether the list is of products of one category, whose name the cards then leave out. */
  isOfOneCategory?: boolean
  /** Shown in place of the grid when the list is empty without filters. */
  empty: Elements
}

/** A list of products with filters, order and paging; their state is in the URL. */
export function ProductListing({ scope, products, facets, isOfOneCategory = false, empty }: ProductListingProps) {
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
          empty={isBare ? empty : <NothingLeft url={clearedUrl(scope, filters)} isFiltered={filters.length > 0} />}
        />
      </div>
    </div>
  )
}

interface InsteadProps {
  keyword: string | null
  correction?: string | undefined
  partial?: string | undefined
}

/** Says which terms were searched instead of the keyword. */
function Instead({ keyword, correction, partial }: InsteadProps) {
  const shown = correction ?? partial
  if (!shown) return null

  return (
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      No exact match for “<bdi>{keyword}</bdi>”. Showing results for “<bdi>{shown}</bdi>”.
    </p>
  )
}

/** Shown for an empty page of a list: filters match nothing, or the page number is higher than the last. */
function NothingLeft({ url, isFiltered }: { url: string; isFiltered: boolean }) {
  return (
    <EmptyState text="No products found.">
      <ButtonLink to={url} variant="outline" size={40}>
        {isFiltered ? 'Clear filters' : 'To the first page'}
      </ButtonLink>
    </EmptyState>
  )
}
