import { type Category, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { categoryProductsQuery, categoryQuery, facetsQuery } from '../../features/shop/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { isMissing } from '../../lib/api.ts'
import { Link } from '../../lib/link.tsx'
import { load, notFoundWhenMissing } from '../../lib/page-data.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ListHead } from './list-head.tsx'
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
        {data =>
          isMissing(data) ? null : (
            <ListHead {...data} trail={data.parent ? [data.parent] : []}>
              {data.children && <ChildLinks categories={data.children} />}
            </ListHead>
          )
        }
      </Async>
      <CategoryProducts slug={categorySlug} />
    </div>
  )
}

/** The categories in this one, in place of a tree. */
function ChildLinks({ categories }: { categories: NonNullable<Category['children']> }) {
  return (
    <nav aria-label="Categories in this one">
      <ul className="-mx-3 flex flex-wrap">
        {categories.map(({ name, slug, count }) => (
          <li key={slug}>
            <Link to={paths.category(slug)} className="header-link gap-1.5">
              {name} <small className="text-ink-3 tabular-nums">{count}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
