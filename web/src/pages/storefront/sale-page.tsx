import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { facetsQuery, productsOnSaleQuery, saleFiguresQuery } from '../../features/shop/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { load, notFoundPastLast } from '../../lib/page-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SaleBand } from './sale-band.tsx'

function queriesOf(params: URLSearchParams) {
  const address = listAddress(params)
  return { products: productsOnSaleQuery(address), facets: facetsQuery({ ...address, onSale: 'true' }) }
}

export async function loadSalePage(args: LoaderFunctionArgs) {
  const { products, facets } = queriesOf(new URL(args.request.url).searchParams)
  await load(args, products, facets, saleFiguresQuery())
  notFoundPastLast(args, products.queryKey)
  return null
}

export function SalePage() {
  const [params] = useSearchParams()
  const { products, facets } = queriesOf(params)
  const { data: figures } = useQuery(saleFiguresQuery())

  return (
    <div className="shell grid grid-cols-1 gap-8 md:gap-12">
      <SaleBand highestPercent={figures?.highestPercent ?? 0} />
      <ProductListing
        scope={filtersAt(paths.sale, params, 'onSale')}
        products={useQuery(products)}
        facets={useQuery(facets)}
        empty={<EmptyState text="No products found." />}
      />
    </div>
  )
}
