import type { HomeInfo } from '@mela/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { CardPage } from '../../features/shop/catalog/card-page.ts'
import { saleFiguresQuery } from '../../features/shop/catalog/catalog.api.ts'
import { CategoryRow } from '../../features/shop/catalog/category-row.tsx'
import {
  allPathOf,
  categoryTilesQuery,
  homeSaleQuery,
  recommendedQuery,
  sectionQuery,
} from '../../features/shop/catalog/home-products.api.ts'
import { ProductSection } from '../../features/shop/catalog/product-section.tsx'
import { homeQuery, useHome } from '../../lib/home.ts'
import { load, pageLoad } from '../../lib/page-data.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/layout/cx.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { HomeHero } from './home-hero.tsx'
import { RecentlyViewedSection } from './recently-viewed-section.tsx'
import { HelpBlock } from './texts/help-block.tsx'

type Section = HomeInfo['sections'][number]

export async function loadHomePage(args: LoaderFunctionArgs) {
  await load(args, homeQuery(), categoryTilesQuery(), homeSaleQuery(), recommendedQuery(), saleFiguresQuery())
  const home = args.context.get(pageLoad).queryClient.getQueryData(homeQuery().queryKey)
  const others = home?.sections.filter(({ source }) => source) ?? []
  if (others.length > 0) await load(args, ...others.map(sectionQuery))
  return null
}

export function HomePage() {
  const home = useHome()
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
  const query = useQuery(sectionQuery(section) as UseQueryOptions<CardPage>)
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
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
    </div>
  )
}
