import { type KeywordReading, type PageLink, paths, readOrderName, textPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { categoryNamesQuery, facetsQuery, productsQuery } from '../../features/shop/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { SearchForm } from '../../features/shop/navigation/search-form.tsx'
import { OrderLead } from '../../features/shop/orders/order-lead.tsx'
import { Link } from '../../lib/link.tsx'
import { load, notFoundPastLast, pageLoad } from '../../lib/page-data.ts'
import { useShop } from '../../lib/shop.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { cx } from '../../ui/layout/cx.ts'
import type { Elements } from '../../ui/layout/elements.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Redirect } from '../redirect.tsx'
import { NothingFound } from './nothing-found.tsx'

function queriesOf(params: URLSearchParams) {
  const keyword = listAddress(params).keyword
  const address = { ...listAddress(params), ...(keyword && ({ read: 'true' } as const)) }
  return { products: productsQuery(address), facets: facetsQuery(address) }
}

export async function loadSearchPage(args: LoaderFunctionArgs) {
  const { products, facets } = queriesOf(new URL(args.request.url).searchParams)
  await load(args, products, facets)
  const found = args.context.get(pageLoad).queryClient.getQueryData(products.queryKey)
  if (found?.meta.total === 0) await load(args, categoryNamesQuery())
  notFoundPastLast(args, products.queryKey)
  return null
}

export function SearchPage() {
  const [params] = useSearchParams()
  const queries = queriesOf(params)
  const [products, facets] = [useQuery(queries.products), useQuery(queries.facets)]
  const keyword = params.get('keyword')?.trim()
  const order = readOrderName(keyword ?? '')
  const { total, correction, partial, mentioned, pages } = products.data?.meta ?? {}
  const [titled] = pages ?? []
  const isExact = total !== 0 && !correction && !partial && !mentioned
  if (titled && !titled.heading && !isExact) return <Redirect to={textPath(titled.slug)} />

  return (
    <div className="shell grid grid-cols-1 gap-6 pt-8 md:gap-8 md:pt-12">
      <SearchHead keyword={keyword} {...products.data?.meta}>
        {order && <OrderLead name={order} isSought={!isExact} />}
      </SearchHead>
      <ProductListing
        scope={filtersAt(paths.searchBase, params, 'keyword')}
        products={products}
        facets={facets}
        empty={titled ? <EmptyState text="No products found." /> : <NothingFound />}
      />
    </div>
  )
}

interface SearchHeadProps {
  keyword: string | undefined
  reading?: KeywordReading | undefined
  correction?: string | undefined
  partial?: string | undefined
  mentioned?: boolean | undefined
  pages?: PageLink[] | undefined
  children: Elements
}

/** The keyword, and the corrected search when nothing matched it. */
function SearchHead({ reading, correction, partial, mentioned, pages = [], children, ...typed }: SearchHeadProps) {
  const shop = useShop()
  const keyword = reading?.isShortened ? reading.keyword : typed.keyword
  const title = titleOf({ keyword, correction, partial, mentioned })

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
      {reading?.isShortened && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          This is without a filter of “<bdi>{typed.keyword}</bdi>”.
        </p>
      )}
      {mentioned && <p className="text-ink-2">These mention it in their description.</p>}
      {pages.map(({ title, slug, heading, anchor }) => (
        <p key={heading ?? slug} className={cx(heading && 'type-h3')}>
          <Link to={textPath(slug) + (anchor ? `#${anchor}` : '')} className="underline underline-offset-3">
            {heading ? `${heading} (${title})` : title}
          </Link>
        </p>
      ))}
      {children}
      <SearchForm className="pt-2 lg:hidden" />
    </div>
  )
}

function titleOf({ keyword, correction, partial, mentioned }: Omit<SearchHeadProps, 'children'>): string {
  if (!keyword) return 'All products'
  if (correction) return `Showing results for “${correction}”`
  return partial || mentioned ? `No exact match for “${keyword}”` : `Results for “${keyword}”`
}
