import { orderName, paths, readOrderName, textPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type LoaderFunctionArgs, Navigate, useLocation, useSearchParams } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { untilKnown, useHydrated } from '../../../lib/hydrated.ts'
import { Link, Redirect } from '../../../lib/link.tsx'
import { load, pageLoad } from '../../../lib/page-data.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { type CardPage, categoryNamesQuery, facetsQuery, productsQuery } from '../../../shared/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../../shared/catalog/list-address.ts'
import { ProductListing } from '../../../shared/catalog/product-listing.tsx'
import { cx, type Elements } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { CategoryLinks } from '../layout/missing-page.tsx'
import { SearchForm } from '../layout/search-form.tsx'

function queriesOf(params: URLSearchParams) {
  const address = listAddress(params)
  if (address.keyword) address.read = 'true'
  return { products: productsQuery(address), facets: facetsQuery(address) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { products, facets } = queriesOf(new URL(args.request.url).searchParams)
  await load(args, products, facets)
  const found = args.context.get(pageLoad).queryClient.getQueryData(products.queryKey)
  return found?.meta.total === 0 ? load(args, categoryNamesQuery()) : null
}

export function SearchPage() {
  const [params] = useSearchParams()
  const { products, facets } = queriesOf(params)
  const { data: found } = useQuery(products)
  const keyword = params.get('keyword')?.trim()
  const order = readOrderName(keyword ?? '')
  const { total, correction, partial, mentioned, pages } = found?.meta ?? {}
  const [titled] = pages ?? []
  const isExact = total !== 0 && !correction && !partial && !mentioned
  if (titled && !titled.heading && !isExact) return <Redirect to={textPath(titled.slug)} />

  return (
    <div className="shell grid grid-cols-1 gap-6 pt-8 md:gap-8 md:pt-12">
      <SearchHead keyword={keyword} {...found?.meta}>
        {order && <OrderLead name={order} isSought={!isExact} />}
      </SearchHead>
      <ProductListing
        scope={filtersAt(paths.searchBase, params, 'keyword')}
        products={products}
        facets={facets}
        empty={titled ? undefined : <NothingFound />}
      />
    </div>
  )
}

type Found = Partial<CardPage['meta']> & { keyword: string | undefined }

function SearchHead({
  reading,
  correction,
  partial,
  mentioned,
  pages = [],
  children,
  ...typed
}: Found & { children: Elements }) {
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

function titleOf({ keyword, correction, partial, mentioned }: Found): string {
  if (!keyword) return 'All products'
  if (correction) return `Showing results for “${correction}”`
  return partial || mentioned ? `No exact match for “${keyword}”` : `Results for “${keyword}”`
}

function NothingFound() {
  return (
    <EmptyState icon={SearchX} text="No products found.">
      <p className="type-small pb-2 text-ink-2">Check the spelling, or try a more general word.</p>
      <CategoryLinks variant="outline" size={40} />
    </EmptyState>
  )
}

interface OrderLeadProps {
  name: string
  /** Whether no product was found by it: then the order must be meant. */
  isSought: boolean
}

/** Leads customers to their own order of this name, and visitors, who are told nothing about orders, to the login. */
function OrderLead({ name, isSought }: OrderLeadProps) {
  const user = useCurrentUser()
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  const named = dataQuery('GET /orders/current-user/named', { query: { name } })
  const { data: orders = [] } = useQuery({ ...named, enabled: user !== null })
  const [order, another] = user ? orders : []

  if (order && !another && isSought) return <Navigate to={paths.pay(order._id)} replace />
  if (user) {
    return orders.map(order => (
      <p key={order._id}>
        <Link to={paths.pay(order._id)} className="underline underline-offset-3">
          {`Order ${orderName(order)}`}
        </Link>
      </p>
    ))
  }
  if (!isSought) return null
  return (
    <p className={cx('text-ink-2', untilKnown(isHydrated))}>
      Looking for an order?{' '}
      <Link to={paths.login(pathname + search)} className="underline underline-offset-3">
        Log in
      </Link>{' '}
      <span>to see yours.</span>
    </p>
  )
}
