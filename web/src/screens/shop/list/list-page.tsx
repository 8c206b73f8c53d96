import { type Category, type CategoryInFull, type Collection, paths } from '@mela/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, type Params, useLocation, useParams } from 'react-router'
import { isMissing, type Missing } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { Link, Redirect } from '../../../lib/link.tsx'
import { load } from '../../../lib/page-data.ts'
import {
  categoryProductsQuery,
  categoryQuery,
  collectionProductsQuery,
  collectionQuery,
  facetsQuery,
} from '../../../shared/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../../shared/catalog/list-address.ts'
import { ProductListing } from '../../../shared/catalog/product-listing.tsx'
import { Async } from '../../../ui/async.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { cx } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { MissingPage } from '../layout/missing-page.tsx'

const PAGE_SIZE = 20

export function loader(args: LoaderFunctionArgs) {
  const { list, products, facets } = listAt(args.params, new URL(args.request.url).searchParams)
  return load(args, list, products, facets)
}

export function ListPage() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const { slug, subject, noun, pathOf, products, facets, ...queries } = listAt(useParams(), params)
  const list = useQuery(queries.list)
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
        {data => !isMissing(data) && <ListHead list={data} />}
      </Async>
      <ProductListing
        scope={filtersAt(pathOf(slug), params, subject)}
        products={products}
        facets={facets}
        isOfOneCategory={subject === 'category' && list.data?.children === undefined}
      />
    </div>
  )
}

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

/** The fields that the head of the page shows; a collection has neither a parent nor a picture. */
type Listed = Collection & Partial<Pick<CategoryInFull, 'picture' | 'parent'>> & Pick<Category, 'children'>

function listAt({ categorySlug, collectionSlug = '' }: Params, params: URLSearchParams) {
  const address = listAddress(params, PAGE_SIZE)
  if (categorySlug !== undefined)
    return {
      slug: categorySlug,
      subject: 'category',
      noun: 'Category',
      pathOf: paths.category,
      list: categoryQuery(categorySlug) as UseQueryOptions<Listed | Missing>,
      products: categoryProductsQuery(categorySlug, address),
      facets: facetsQuery({ ...address, within: categorySlug }),
    } as const
  return {
    slug: collectionSlug,
    subject: 'collection',
    noun: 'Collection',
    pathOf: paths.collection,
    list: collectionQuery(collectionSlug) as UseQueryOptions<Listed | Missing>,
    products: collectionProductsQuery(collectionSlug, address),
    facets: facetsQuery({ ...address, collection: collectionSlug }),
  } as const
}

function ListHead({ list }: { list: Listed }) {
  const { name, description, count, picture, parent, seoTitle, seoDescription, children } = list

  return (
    <div className="grid gap-4">
      {parent && (
        <Breadcrumb
          items={[
            { label: 'Home', to: paths.home },
            { label: parent.name, to: paths.category(parent.slug) },
            { label: name },
          ]}
        />
      )}
      <div
        className={cx(
          'flex min-h-18 items-center justify-between gap-4 overflow-hidden md:min-h-28 md:rounded-tile',
          picture ? 'md:on-tile md:bg-backdrop' : 'md:bg-ink/6',
        )}
      >
        <div className="flex grow flex-wrap items-baseline gap-x-4 max-md:justify-between md:py-3 md:pl-8">
          <PageTitle title={seoTitle || name} description={seoDescription || description || undefined} heading={name} />
          <p className="type-small text-ink-2">{countLabel(count, 'product')}</p>
          {description && (
            <p dir="auto" className="line-clamp-1 w-full text-ink-2 max-md:hidden">
              {description}
            </p>
          )}
        </div>
        {picture && (
          <div className="-my-8 w-44 shrink-0 self-center [mask-image:linear-gradient(to_right,transparent,black_9%)] max-md:hidden">
            <Picture picture={picture} alt="" sizes="176px" upTo={400} />
          </div>
        )}
      </div>
      {children && <ChildLinks categories={children} />}
    </div>
  )
}
