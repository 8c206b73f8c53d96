import { productPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { productQuery } from '../../../features/shop/catalog/catalog.api.ts'
import { isMissing } from '../../../lib/api.ts'
import { load, notFoundWhenMissing, pageLoad } from '../../../lib/page-data.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Redirect } from '../../redirect.tsx'
import { MissingPage } from '../missing-page.tsx'
import { ProductView } from './product-view.tsx'
import { relatedQuery } from './related-query.ts'

export async function loadProductPage(args: LoaderFunctionArgs) {
  const query = productQuery(args.params)
  await load(args, query)
  notFoundWhenMissing(args, query.queryKey)

  const product = args.context.get(pageLoad).queryClient.getQueryData(query.queryKey)
  if (product && !isMissing(product)) await load(args, relatedQuery(product))
  return null
}

export function ProductPage() {
  const params = useParams()
  const { search } = useLocation()
  const query = useQuery(productQuery(params))

  return (
    <Async isLate query={query} loading={<ProductSkeleton />} error="Something went wrong...">
      {product => {
        if (isMissing(product)) return <MissingPage subject="Product" message={product.missing} />
        // A link with the slug from before the product got another one.
        if (params.productSlug && params.productSlug.toLowerCase() !== product.slug)
          return <Redirect to={productPath(product) + search} />
        if (!product.isActive) return <MissingPage subject="Product" message="Product is not available." />
        return <ProductView key={product._id} product={product} />
      }}
    </Async>
  )
}

function ProductSkeleton() {
  return (
    <div className="shell">
      <div className="py-1.5">
        <Skeleton className="my-1.5 h-4 w-48 rounded-full" />
      </div>
      <div className="grid gap-x-12 gap-y-5 md:pt-2 lg:grid-cols-12 lg:gap-y-8 xl:gap-x-16">
        <div className="max-md:-mx-(--gutter) lg:col-span-7">
          <Skeleton className="aspect-square max-h-[56svh] w-full md:max-h-none md:rounded-tile" />
        </div>
        <div className="grid content-start gap-5 lg:col-span-5">
          <Skeleton className="h-10 w-4/5 rounded-control" />
          <Skeleton className="h-4 w-32 rounded-full" />
          <Skeleton className="h-7 w-40 rounded-full" />
          <Skeleton className="h-11 rounded-control" />
          <Skeleton className="h-36 rounded-control" />
        </div>
      </div>
    </div>
  )
}
