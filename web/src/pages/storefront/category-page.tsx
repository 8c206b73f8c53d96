import { type Category, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { categoryProductsQuery, categoryQuery, facetsQuery } from '../../features/shop/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { isMissing } from '../../lib/api.ts'
import { countLabel } from '../../lib/format/format.ts'
import { load, notFoundWhenMissing } from '../../lib/page-data.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Picture } from '../../ui/values/picture.tsx'
import { MissingPage } from './missing-page.tsx'

const PAGE_SIZE = 20

function queriesOf(slug: string, params: URLSearchParams) {
  const address = listAddress(params, PAGE_SIZE)
  return { products: categoryProductsQuery(slug, address), facets: facetsQuery({ ...address, within: slug }) }
}

export async function loadCategoryPage(args: LoaderFunctionArgs) {
  const slug = args.params.categorySlug ?? ''
  const category = categoryQuery(slug)
  const { products, facets } = queriesOf(slug, new URL(args.request.url).searchParams)

  await load(args, category, products, facets)
  notFoundWhenMissing(args, category.queryKey)
  return null
}

export function CategoryPage() {
  const { categorySlug = '' } = useParams()
  const { search } = useLocation()
  const category = useQuery(categoryQuery(categorySlug))
  const present = category.data && !isMissing(category.data) ? category.data.slug : categorySlug
  // Links from before a category was renamed.
  if (present !== categorySlug.toLowerCase()) return <Navigate to={paths.category(present) + search} replace />
  if (category.data && isMissing(category.data)) {
    return <MissingPage subject="Category" message={category.data.missing} />
  }

  return (
    <div className="shell grid grid-cols-1 gap-8 md:gap-12">
      <Async
        isLate
        query={category}
        loading={<Skeleton className="h-40 rounded-tile md:h-64" />}
        error="Something went wrong..."
      >
        {data => (isMissing(data) ? null : <CategoryHead category={data} />)}
      </Async>
      <CategoryProducts slug={categorySlug} />
    </div>
  )
}

function CategoryHead({ category }: { category: Category }) {
  return (
    <div className="on-tile -mx-(--gutter) flex items-center justify-between gap-4 overflow-hidden bg-backdrop md:mx-0 md:rounded-tile">
      <div className="grid gap-2 py-8 pl-(--gutter) md:pl-12">
        <PageTitle title={category.name} description={category.description || undefined} heading={category.name} />
        {category.description && <p className="max-w-[46ch] text-ink-2 max-sm:hidden">{category.description}</p>}
        <p className="type-small text-ink-2">{countLabel(category.count, 'product')}</p>
      </div>
      {category.picture && (
        <div className="-my-4 w-40 shrink-0 self-center [mask-image:linear-gradient(to_right,transparent,black_9%)] md:w-72">
          <Picture picture={category.picture} alt="" sizes="(width >= 48rem) 288px, 160px" loading="eager" />
        </div>
      )}
    </div>
  )
}

function CategoryProducts({ slug }: { slug: string }) {
  const [params] = useSearchParams()
  const { products, facets } = queriesOf(slug, params)

  return (
    <ProductListing
      scope={filtersAt(paths.category(slug), params, 'category')}
      products={useQuery(products)}
      facets={useQuery(facets)}
      empty={<EmptyState text="No products found." />}
    />
  )
}
