import type { PageMeta, ProductCard } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Async } from '../../ui/async.tsx'
import { PagingBar } from '../../ui/paging-bar.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductGridSkeleton } from './product-grid-skeleton.tsx'

interface PagedProductsProps {
  query: UseQueryResult<{ data: ProductCard[]; meta: PageMeta }>
  /** The list's own path, and what else its links keep. */
  basePath: string
  params?: URLSearchParams
  /** What stands in place of the grid when nothing is found. */
  empty: ReactNode
}

/** One page of a list, with the bar that leads to the others. */
export function PagedProducts({ query, basePath, params = new URLSearchParams(), empty }: PagedProductsProps) {
  return (
    <Async
      query={query}
      loading={<ProductGridSkeleton />}
      errorPrefix="Error: "
      error="Something went wrong, please try reloading the page."
    >
      {({ data, meta }) => (
        <div className="grid gap-8">
          {data.length > 0 ? <ProductGrid products={data} isFirst /> : empty}
          <PagingBar meta={meta} basePath={basePath} params={params} />
        </div>
      )}
    </Async>
  )
}
