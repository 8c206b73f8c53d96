import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { productsOnSaleQuery } from '../../features/catalog/catalog.api.ts'
import { listAddress } from '../../features/catalog/list-address.ts'
import { ProductGrid } from '../../features/catalog/product-grid.tsx'
import { ProductGridSkeleton } from '../../features/catalog/product-grid-skeleton.tsx'
import { load } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { Async } from '../../ui/async.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PagingBar } from '../../ui/paging-bar.tsx'

export async function loadSalePage(args: LoaderFunctionArgs) {
  await load(args, productsOnSaleQuery(listAddress(new URL(args.request.url).searchParams)))
  return null
}

export function SalePage() {
  const [params] = useSearchParams()
  const products = useQuery(productsOnSaleQuery(listAddress(params)))

  return (
    <div className="shell grid gap-8 md:gap-12">
      <div className="-mx-(--gutter) grid gap-2 bg-[oklch(0.391_0.1245_16.5)] px-(--gutter) py-9 text-on-brand md:mx-0 md:rounded-hero md:px-12 md:py-12">
        <PageTitle title="Sale" heading="The festive sale" />
        <p className="max-w-[52ch]">
          Everything that costs less just now, while it lasts. The lower price is the one you pay.
        </p>
      </div>
      <Async
        query={products}
        loading={<ProductGridSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {({ data, meta }) => (
          <div className="grid gap-8">
            {data.length > 0 ? <ProductGrid products={data} isFirst /> : <EmptyState text="No products found." />}
            <PagingBar meta={meta} basePath={paths.sale} params={new URLSearchParams()} />
          </div>
        )}
      </Async>
    </div>
  )
}
