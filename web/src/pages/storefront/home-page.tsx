import { type HomeInfo, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import {
  categoryTilesQuery,
  homeSaleQuery,
  recommendedQuery,
  saleFiguresQuery,
} from '../../features/shop/catalog/catalog.api.ts'
import { CategoryRow } from '../../features/shop/catalog/category-row.tsx'
import { ProductSection } from '../../features/shop/catalog/product-section.tsx'
import { homeQuery, useHome } from '../../lib/home.ts'
import { load } from '../../lib/page-data.ts'
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
        {home?.sections.map(({ section, title }) => {
          const Part = parts[section]
          return <Part key={section} title={title} />
        })}
      </div>
    </>
  )
}

const hasHeading = (part: Section | undefined) =>
  part !== undefined && (part.section !== 'categories' || part.title !== null)

interface PartProps {
  /** Null for the section's own. */
  title: string | null
}

const parts: Record<Section['section'], (props: PartProps) => ReactNode> = {
  categories: Categories,
  sale: ({ title }) => (
    <ProductSection title={title ?? 'On sale'} query={useQuery(homeSaleQuery())} withRating allPath={paths.sale} />
  ),
  recommended: ({ title }) => (
    <ProductSection title={title ?? 'Recommended'} query={useQuery(recommendedQuery())} withRating />
  ),
  viewed: RecentlyViewedSection,
  help: HelpBlock,
}

function Categories({ title }: PartProps) {
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
