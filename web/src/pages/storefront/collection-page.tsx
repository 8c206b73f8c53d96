import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { facetsQuery } from '../../features/shop/catalog/catalog.api.ts'
import { collectionProductsQuery, collectionQuery } from '../../features/shop/catalog/collections.api.ts'
import { filtersAt, listAddress } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { isMissing } from '../../lib/api.ts'
import { load, notFoundWhenMissing } from '../../lib/page-data.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ListHead } from './list-head.tsx'
import { MissingPage } from './missing-page.tsx'

const PAGE_SIZE = 20

function queriesOf(slug: string, params: URLSearchParams) {
  const address = listAddress(params, PAGE_SIZE)
  return { products: collectionProductsQuery(slug, address), facets: facetsQuery({ ...address, collection: slug }) }
}

export async function loadCollectionPage(args: LoaderFunctionArgs) {
  const slug = args.params.collectionSlug ?? ''
  const collection = collectionQuery(slug)
  const { products, facets } = queriesOf(slug, new URL(args.request.url).searchParams)

  await load(args, collection, products, facets)
  notFoundWhenMissing(args, collection.queryKey)
  return null
}

export function CollectionPage() {
  const { collectionSlug: slug = '' } = useParams()
  const [params] = useSearchParams()
  const collection = useQuery(collectionQuery(slug))
  const { products, facets } = queriesOf(slug, params)
  const found = { products: useQuery(products), facets: useQuery(facets) }
  if (collection.data && isMissing(collection.data))
    return <MissingPage subject="Collection" message={collection.data.missing} />

  return (
    <div className="shell grid grid-cols-1 gap-8 md:gap-12">
      <Async
        isLate
        query={collection}
        loading={<Skeleton className="h-40 rounded-tile" />}
        error="Something went wrong..."
      >
        {data => (isMissing(data) ? null : <ListHead {...data} />)}
      </Async>
      <ProductListing
        scope={filtersAt(paths.collection(slug), params, 'collection')}
        {...found}
        empty={<EmptyState text="No products found." />}
      />
    </div>
  )
}
