import { DEFAULT_PAGE_SIZE, type PageMeta } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { isPastLast } from '../../../lib/page-data.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { PagingBar } from '../../../ui/table/paging-bar.tsx'
import type { CardPage } from './card-page.ts'
import type { ProductScope } from './list-address.ts'
import { ProductGrid } from './product-grid.tsx'
import { ProductGridSkeleton } from './product-grid-skeleton.tsx'

interface PagedProductsProps {
  query: UseQueryResult<CardPage>
  scope: ProductScope
  /** For cards and their skeletons, as in `ProductCard`. */
  withCategory: boolean
  /** Shown in place of the grid for an empty list. */
  empty: Elements
}

/** Cards of a skeleton, enough to fill a screen. */
const MOST_BLOCKS = 12

const sizes = '(min-width:100rem) 280px,(min-width:64rem) 20vw,(min-width:48rem) 30vw,46vw'

/** One page of a list with its paging bar, which an empty list and an unpaged category do not need. */
export function PagedProducts({ query, scope: { path, kept, subject }, withCategory, empty }: PagedProductsProps) {
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

/** The bar below it has the way back to the last page. */
const PastLast = ({ page, pageCount }: PageMeta) => (
  <EmptyState text={`There is no page ${page}: the last one is page ${Math.max(1, pageCount)}.`} />
)
