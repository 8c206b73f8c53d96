import { type ProductCard as Card, type HomeInfo, paths, RECOMMENDED_COUNT } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { call } from '../../../lib/api.ts'
import { phoneUrl } from '../../../lib/format.ts'
import { load, pageLoad } from '../../../lib/page-data.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import {
  cardsQuery,
  categoryProductsQuery,
  collectionProductsQuery,
  productsOnSaleQuery,
  productsQuery,
  saleFiguresQuery,
} from '../../../shared/catalog/catalog.api.ts'
import { ProductCard } from '../../../shared/catalog/product-card.tsx'
import { ProductSection } from '../../../shared/catalog/product-grid.tsx'
import { useRecentlyViewed } from '../../../shared/catalog/recently-viewed.store.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PageTitle, SectionHeading } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { CategoryTiles, categoryTilesQuery } from './category-tiles.tsx'
import { HomeHero } from './home-hero.tsx'

type Section = HomeInfo['sections'][number]

const homeQuery = () => ({ ...dataQuery('GET /shop/home'), staleTime: Number.POSITIVE_INFINITY })

export async function loader(args: LoaderFunctionArgs) {
  await load(args, homeQuery(), categoryTilesQuery(), homeSaleQuery(), recommendedQuery(), saleFiguresQuery())
  const home = args.context.get(pageLoad).queryClient.getQueryData(homeQuery().queryKey)
  const others = home?.sections.filter(({ source }) => source) ?? []
  return load(args, ...others.map(section => listOf(section).query))
}

export function HomePage() {
  const { data: home } = useQuery(homeQuery())
  const { data: figures } = useQuery(saleFiguresQuery())

  return (
    <>
      <PageTitle />
      <div className="md:shell">
        {home ? (
          <HomeHero hero={home.hero} highestPercent={figures?.highestPercent ?? 0} />
        ) : (
          <Skeleton className="h-120 md:rounded-hero" />
        )}
      </div>
      <div
        className={cx(
          'shell grid grid-cols-1 gap-14 md:gap-24',
          hasHeading(home?.sections[0]) ? 'pt-14 md:pt-20' : 'pt-5 md:pt-6',
        )}
      >
        {home?.sections.map((shown, place) => {
          const Part = parts[shown.section]
          // biome-ignore lint/suspicious/noArrayIndexKey: sections of one kind differ by their place, which they keep
          return <Part key={place} {...shown} />
        })}
      </div>
    </>
  )
}

const hasHeading = (part: Section | undefined) =>
  part !== undefined && (part.section !== 'categories' || part.title !== null)

const parts: Record<Section['section'], (section: Section) => ReactNode> = {
  categories: CategoryTiles,
  sale: Products,
  recommended: Products,
  products: Products,
  viewed: RecentlyViewedSection,
  help: HelpBlock,
}

function Products(section: Section) {
  const { query, allPath } = listOf(section)
  const title = section.title ?? (section.section === 'recommended' ? 'Recommended' : 'On sale')
  return <ProductSection title={title} query={useQuery(query)} withCategory allPath={allPath} />
}

/** Shows the products as they are now; without an answer of the server, as they were viewed. */
function RecentlyViewedSection({ title }: { title?: string | null }) {
  const stored = useRecentlyViewed()
  const query = chosenQuery(stored.map(({ _id }) => _id))
  const { data } = useQuery({ ...query, enabled: stored.length > 0, staleTime: 0 })
  const viewed = data?.data ?? stored
  if (viewed.length === 0) return null

  return (
    <section aria-labelledby="recently-viewed">
      <SectionHeading id="recently-viewed">{title ?? 'Recently viewed'}</SectionHeading>
      <ul className="-mx-(--gutter) flex snap-x scroll-px-(--gutter) gap-(--gap) overflow-x-auto px-(--gutter) pt-1 pb-3">
        {viewed.map(product => (
          <li key={product._id} className="w-[42vw] max-w-60 shrink-0 snap-start sm:w-48 lg:w-60">
            <ProductCard withCategory product={product} sizes="(width >= 64rem) 240px, 45vw" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function HelpBlock({ title }: { title: string | null }) {
  const shop = useShop()
  return (
    <section
      aria-labelledby="help-title"
      className="on-tile grid justify-items-center gap-4 rounded-tile bg-tile px-5 py-12 text-center md:py-16"
    >
      <h2 id="help-title" className="type-h2">
        {title ?? 'Questions? We’re here.'}
      </h2>
      <p className="wrap-anywhere max-w-[56ch] text-ink-2">
        Write to{' '}
        <a href={`mailto:${shop.email}`} className="wrap-anywhere underline underline-offset-3">
          {shop.email}
        </a>
        {shop.phone && (
          <span>
            {' '}
            or call{' '}
            <a href={phoneUrl(shop.phone)} className="whitespace-nowrap underline underline-offset-3">
              {shop.phone}
            </a>
          </span>
        )}
        <span>.</span>
      </p>
      <ButtonLink to={paths.contact} variant="outline" className="mt-2">
        Contact us
      </ButtonLink>
    </section>
  )
}

/** Number of cards in a section: one row or two. */
const COUNT = 8

const onePage = { page: 1, size: COUNT }

const homeSaleQuery = () => productsOnSaleQuery(onePage)

/** The newest active products without the sale products that the home page shows. */
const recommendedQuery = () =>
  cardsQuery(['recommended'], async client => {
    const [{ data, meta }, onSale] = await Promise.all([
      call('GET /products', { query: { page: 1, size: RECOMMENDED_COUNT + COUNT, view: 'card' } }),
      client.ensureQueryData(homeSaleQuery()).catch(() => undefined),
    ])
    const shown = new Set(onSale?.data.map(({ _id }) => _id))
    return { data: data.filter(({ _id }) => !shown.has(_id)).slice(0, RECOMMENDED_COUNT), meta }
  })

const wholeQuery = (key: readonly unknown[], ask: () => Promise<{ data: Card[] }>) =>
  cardsQuery(key, async () => {
    const { data } = await ask()
    return { data, meta: { page: 1, size: data.length, pageCount: 1, total: data.length } }
  })

const bestSellersQuery = () => wholeQuery(['best-sellers'], () => call('GET /products/best-sellers'))

const chosenQuery = (ids: readonly string[]) =>
  wholeQuery(['chosen', ids], () => call('GET /products/cards', { query: { ids: ids.join(',') } }))

/** The products of a section, and the path of the list of all of them, if there is one. */
function listOf({ section, source }: Section) {
  const of = source?.of ?? ''
  switch (source?.kind ?? section) {
    case 'recommended':
      return { query: recommendedQuery() }
    case 'newest':
      return { query: productsQuery(onePage) }
    case 'best-sellers':
      return { query: bestSellersQuery() }
    case 'chosen':
      return { query: chosenQuery(source?.products ?? []) }
    case 'category':
      return { query: categoryProductsQuery(of, onePage), allPath: paths.category(of) }
    case 'collection':
      return { query: collectionProductsQuery(of, onePage), allPath: paths.collection(of) }
    default:
      return { query: homeSaleQuery(), allPath: paths.sale }
  }
}
