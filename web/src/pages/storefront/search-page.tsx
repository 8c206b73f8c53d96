import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { facetsQuery, productsQuery } from '../../features/shop/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { SearchForm } from '../../features/shop/navigation/search-form.tsx'
import { load } from '../../lib/page-data.ts'
import { useShop } from '../../lib/shop.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { NothingFound } from './nothing-found.tsx'

function queriesOf(params: URLSearchParams) {
  const address = listAddress(params)
  return { products: productsQuery(address), facets: facetsQuery(address) }
}

export async function loadSearchPage(args: LoaderFunctionArgs) {
  const { products, facets } = queriesOf(new URL(args.request.url).searchParams)
  await load(args, products, facets)
  return null
}

export function SearchPage() {
  const [params] = useSearchParams()
  const queries = queriesOf(params)
  const products = useQuery(queries.products)

  return (
    <div className="shell grid grid-cols-1 gap-6 pt-8 md:gap-8 md:pt-12">
      <SearchHead keyword={params.get('keyword')?.trim()} {...products.data?.meta} />
      <ProductListing
        scope={filtersAt(paths.searchBase, params, 'keyword')}
        products={products}
        facets={useQuery(queries.facets)}
        empty={<NothingFound />}
      />
    </div>
  )
}

interface SearchHeadProps {
  keyword: string | undefined
  correction?: string | undefined
  partial?: string | undefined
}

/** The keyword, and the corrected search when nothing matched it. */
function SearchHead({ keyword, correction, partial }: SearchHeadProps) {
  const shop = useShop()
  const title = titleOf({ keyword, correction, partial })

  return (
    <div className="grid gap-2">
      <PageTitle title={title} description={`${title} at ${shop.name}. ${shop.tagline}`} heading={title} />
      {correction && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          Nothing matches “<bdi>{keyword}</bdi>”.
        </p>
      )}
      {partial && (
        <p className="text-ink-2">
          These come closest: “<bdi>{partial}</bdi>”.
        </p>
      )}
      <SearchForm className="pt-2 lg:hidden" />
    </div>
  )
}

function titleOf({ keyword, correction, partial }: SearchHeadProps): string {
  if (!keyword) return 'All products'
  if (correction) return `Showing results for “${correction}”`
  return partial ? `No exact match for “${keyword}”` : `Results for “${keyword}”`
}
