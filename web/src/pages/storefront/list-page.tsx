import { type Category, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { filtersAt } from '../../features/shop/catalog/list-address.ts'
import { ProductListing } from '../../features/shop/catalog/product-listing.tsx'
import { isMissing } from '../../lib/api.ts'
import { Link } from '../../lib/link.tsx'
import { load, notFoundPastLast, notFoundWhenMissing } from '../../lib/page-data.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Redirect } from '../redirect.tsx'
import { ListHead } from './list-head.tsx'
import { listAt } from './list-kinds.ts'
import { MissingPage } from './missing-page.tsx'

export async function loadListPage(args: LoaderFunctionArgs) {
  const { list, products, facets } = listAt(args.params, new URL(args.request.url).searchParams)
  await load(args, list, products, facets)
  notFoundWhenMissing(args, list.queryKey)
  notFoundPastLast(args, products.queryKey)
  return null
}

/** The page of a category or of a collection. */
export function ListPage() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const { slug, subject, noun, pathOf, ...queries } = listAt(useParams(), params)
  const list = useQuery(queries.list)
  const [products, facets] = [useQuery(queries.products), useQuery(queries.facets)]
  const present = list.data && !isMissing(list.data) ? list.data.slug : slug
  // Redirects links with the slug from before a category was renamed.
  if (present !== slug.toLowerCase()) return <Redirect to={pathOf(present) + search} />
  if (list.data && isMissing(list.data)) return <MissingPage subject={noun} message={list.data.missing} />

  return (
    <div className="shell grid grid-cols-1 gap-4 md:gap-5">
      <Async
        isLate
        query={list}
        loading={<Skeleton className="h-18 rounded-tile md:h-28" />}
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
      <ProductListing
        scope={filtersAt(pathOf(slug), params, subject)}
        products={products}
        facets={facets}
        isOfOneCategory={subject === 'category' && list.data?.children === undefined}
        empty={<EmptyState text="No products found." />}
      />
    </div>
  )
}

/** Links to the child categories. */
function ChildLinks({ categories }: { categories: NonNullable<Category['children']> }) {
  return (
    <nav aria-label="Categories in this one">
      <ul className="-mx-3 flex flex-wrap">
        {categories.map(({ name, slug, count }) => (
          <li key={slug}>
            <Link to={paths.category(slug)} className="header-link h-auto min-h-11 gap-1.5 wrap-anywhere">
              <span dir="auto">{name}</span> <small className="text-ink-3 tabular-nums">{count}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
