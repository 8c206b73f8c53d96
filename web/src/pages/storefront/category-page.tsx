import type { Category } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { categoryProductsQuery, categoryQuery } from '../../features/catalog/catalog.api.ts'
import { listAddress } from '../../features/catalog/list-address.ts'
import { ProductGrid } from '../../features/catalog/product-grid.tsx'
import { ProductGridSkeleton } from '../../features/catalog/product-grid-skeleton.tsx'
import { isMissing } from '../../lib/api.ts'
import { countLabel } from '../../lib/format.ts'
import { load, notFoundWhenMissing } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { Async } from '../../ui/async.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PagingBar } from '../../ui/paging-bar.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MissingPage } from './missing-page.tsx'

const PAGE_SIZE = 20

export async function loadCategoryPage(args: LoaderFunctionArgs) {
  const slug = args.params.categorySlug ?? ''
  const category = categoryQuery(slug)
  const address = listAddress(new URL(args.request.url).searchParams, PAGE_SIZE)

  await load(args, category, categoryProductsQuery(slug, address))
  notFoundWhenMissing(args, category.queryKey)
  return null
}

export function CategoryPage() {
  const { categorySlug = '' } = useParams()
  const category = useQuery(categoryQuery(categorySlug))
  if (category.data && isMissing(category.data)) {
    return <MissingPage subject="Category" message={category.data.missing} />
  }

  return (
    <div className="shell grid gap-8 md:gap-12">
      <Async
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
    <div className="on-tile -mx-(--gutter) flex items-center justify-between gap-4 overflow-hidden bg-tile md:mx-0 md:rounded-tile">
      <div className="grid gap-2 py-8 pl-(--gutter) md:pl-12">
        <PageTitle title={category.name} description={category.description || undefined} heading={category.name} />
        {category.description && <p className="max-w-[46ch] text-ink-2 max-sm:hidden">{category.description}</p>}
        <p className="type-small text-ink-2">{countLabel(category.count, 'product')}</p>
      </div>
      {category.picture && (
        <div className="-my-4 w-40 shrink-0 self-center [mask-image:linear-gradient(to_right,transparent,black_30%)] md:w-72">
          <Picture picture={category.picture} alt="" sizes="(width >= 48rem) 288px, 160px" loading="eager" />
        </div>
      )}
    </div>
  )
}

function CategoryProducts({ slug }: { slug: string }) {
  const [params] = useSearchParams()
  const products = useQuery(categoryProductsQuery(slug, listAddress(params, PAGE_SIZE)))

  return (
    <Async
      query={products}
      loading={<ProductGridSkeleton />}
      empty="No products found."
      error="Something went wrong..."
    >
      {({ data, meta }) => (
        <div className="grid gap-8">
          <ProductGrid products={data} isFirst />
          {meta.pageCount > 1 && (
            <PagingBar meta={meta} basePath={paths.category(slug)} params={new URLSearchParams()} />
          )}
        </div>
      )}
    </Async>
  )
}
