import { type PageMeta, SHOP } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { productsQuery } from '../../features/catalog/catalog.api.ts'
import { keptParams, listAddress } from '../../features/catalog/list-address.ts'
import { PagedProducts } from '../../features/catalog/paged-products.tsx'
import { SearchForm } from '../../features/navigation/search-form.tsx'
import { countLabel } from '../../lib/format.ts'
import { load } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { NothingFound } from './nothing-found.tsx'

const queryOf = (params: URLSearchParams) => productsQuery({ ...listAddress(params), keyword: keywordOf(params) })
const keywordOf = (params: URLSearchParams) => (params.get('keyword') ?? '').trim()

export async function loadSearchPage(args: LoaderFunctionArgs) {
  await load(args, queryOf(new URL(args.request.url).searchParams))
  return null
}

export function SearchPage() {
  const [params] = useSearchParams()
  const products = useQuery(queryOf(params))
  const keyword = keywordOf(params)
  const title = keyword ? `Results for “${keyword}”` : 'All products'

  return (
    <div className="shell grid gap-8 pt-8 md:gap-10 md:pt-12">
      <div className="grid gap-2">
        <PageTitle title={title} description={`${title} at ${SHOP.name}. ${SHOP.tagline}`} heading={title} />
        <p role="status" className="min-h-6 text-ink-2">
          {products.data && countText(products.data.meta)}
        </p>
        <SearchForm className="pt-2 lg:hidden" />
      </div>
      <PagedProducts
        query={products}
        basePath={paths.searchBase}
        params={keptParams(params)}
        empty={<NothingFound />}
      />
    </div>
  )
}

function countText({ total }: PageMeta): string {
  return countLabel(total, 'product')
}
