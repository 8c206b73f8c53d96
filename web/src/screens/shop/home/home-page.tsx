import { type Category, type HomeInfo, paths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel, phoneUrl } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { load, pageLoad } from '../../../lib/page-data.ts'
import { homeQuery, useShop } from '../../../lib/shop.ts'
import {
  type CategoryLink,
  categoriesQuery,
  isTop,
  saleFiguresQuery,
  withPicture,
} from '../../../shared/catalog/catalog.api.ts'
import { ProductCard } from '../../../shared/catalog/product-card.tsx'
import { ProductSection } from '../../../shared/catalog/product-grid.tsx'
import { recentlyViewed, refreshViewed, useRecentlyViewed } from '../../../shared/catalog/recently-viewed.store.ts'
import { Async } from '../../../ui/async.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PageTitle, SectionHeading } from '../../../ui/headings.tsx'
import { Repeated, Skeleton } from '../../../ui/notice.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { HomeHero } from './home-hero.tsx'
import { allPathOf, homeSaleQuery, recommendedQuery, sectionQuery } from './home-products.api.ts'

const MOST_TILES = 12

// On phones two rows: the first products are within the first screen and a half.
const threeWide = 'grid-cols-3 max-sm:*:nth-[n+7]:hidden'
const fourWide = 'grid-cols-4 max-sm:gap-2 max-sm:*:nth-[n+9]:hidden tiny:grid-cols-2'

type Section = HomeInfo['sections'][number]

export async function loader(args: LoaderFunctionArgs) {
  await load(args, homeQuery(), categoryTilesQuery(), homeSaleQuery(), recommendedQuery(), saleFiguresQuery())
  const home = args.context.get(pageLoad).queryClient.getQueryData(homeQuery().queryKey)
  const others = home?.sections.filter(({ source }) => source) ?? []
  return load(args, ...others.map(sectionQuery))
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
  categories: Categories,
  sale: Products,
  recommended: Products,
  products: Products,
  viewed: RecentlyViewedSection,
  help: HelpBlock,
}

function Products(section: Section) {
  const query = useQuery(sectionQuery(section))
  const title = section.title ?? (section.section === 'recommended' ? 'Recommended' : 'On sale')
  return <ProductSection title={title} query={query} withCategory allPath={allPathOf(section)} />
}

function Categories({ title }: Section) {
  const categories = useQuery(categoryTilesQuery())
  return (
    <section aria-label={title ?? 'Categories'}>
      {title && <SectionHeading id="categories-title">{title}</SectionHeading>}
      <Async isLate query={categories} loading={<CategoryRowSkeleton />} error="Something went wrong...">
        {data => <CategoryRow categories={data} />}
      </Async>
    </section>
  )
}

function CategoryRowSkeleton() {
  return (
    <div className="grid grid-cols-4 gap-(--gap)">
      <Repeated count={4}>
        <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      </Repeated>
    </div>
  )
}

function RecentlyViewedSection({ title }: { title?: string | null }) {
  const viewed = useRecentlyViewed()
  useQuery(viewedCheckQuery())
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

const viewedCheckQuery = () => queryOptions({ queryKey: ['recently-viewed-check'], queryFn: checkViewed, gcTime: 0 })

/** Updates the viewed products; without an answer of the server they stay as they are. */
async function checkViewed(): Promise<null> {
  const asked = recentlyViewed().map(({ _id }) => _id)
  if (asked.length === 0) return null
  const answer = await call('GET /products/cards', { query: { ids: asked.join(',') } }).catch(() => undefined)
  if (answer) refreshViewed(asked, answer.data)
  return null
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

function CategoryRow({ categories }: { categories: readonly CategoryLink[] }) {
  return (
    <ul className={cx('grid gap-(--gap)', categories.length % 3 === 0 ? threeWide : fourWide)}>
      {categories.map(category => (
        <li key={category.slug}>
          <CategoryTile category={category} />
        </li>
      ))}
    </ul>
  )
}

/** A picture fades into the tile, which has its ground in either theme; a tile without one has the ground of the page. */
function CategoryTile({ category }: { category: CategoryLink }) {
  const { picture } = category
  return (
    <Link
      to={paths.category(category.slug)}
      className={cx(
        'group block xl:relative xl:flex xl:aspect-3/2 xl:overflow-hidden xl:rounded-tile',
        picture ? 'xl:on-tile xl:bg-backdrop' : 'xl:bg-ink/6',
      )}
    >
      <Picture
        picture={picture}
        alt=""
        sizes="(width >= 48rem) 24vw, 30vw"
        className={cx(
          'rounded-tile transition-transform duration-300 xl:absolute! xl:right-0 xl:h-full xl:w-auto! xl:rounded-none motion-safe:xl:group-hover:scale-104',
          picture ? 'xl:[mask-image:linear-gradient(to_right,transparent,black_9%)]' : 'xl:bg-transparent!',
        )}
      />
      <span
        className={cx(
          'block pt-2 md:pt-3 xl:relative xl:mt-auto xl:max-w-full xl:rounded-tr-tile xl:p-6 xl:pt-3 xl:pr-4',
          picture && 'xl:bg-backdrop',
        )}
      >
        <span
          dir="auto"
          className="block truncate font-serif text-lg leading-tight underline-offset-4 group-hover:underline md:text-2xl xl:text-[1.75rem]"
        >
          {category.name}
        </span>
        <span className="type-small wrap-anywhere block text-ink-2">{countLabel(category.count, 'product')}</span>
      </span>
    </Link>
  )
}

const categoryTilesQuery = () =>
  categoriesQuery('tiles', all => all.filter(isTile).slice(0, MOST_TILES).map(withPicture))
const isTile = (category: Category) => category.count > 0 && isTop(category)
