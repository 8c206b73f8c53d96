import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import {
  categoryTilesQuery,
  homeSaleQuery,
  recommendedQuery,
  saleFiguresQuery,
} from '../../features/shop/catalog/catalog.api.ts'
import { CategoryRow } from '../../features/shop/catalog/category-row.tsx'
import { ProductSection } from '../../features/shop/catalog/product-section.tsx'
import { load } from '../../lib/page-data.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { HomeHero } from './home-hero.tsx'
import { RecentlyViewedSection } from './recently-viewed-section.tsx'
import { HelpBlock } from './texts/help-block.tsx'

export async function loadHomePage(args: LoaderFunctionArgs) {
  await load(args, categoryTilesQuery(), homeSaleQuery(), recommendedQuery(), saleFiguresQuery())
  return null
}

export function HomePage() {
  const categories = useQuery(categoryTilesQuery())
  const { data: figures } = useQuery(saleFiguresQuery())

  return (
    <>
      <PageTitle />
      <div className="md:shell">
        <HomeHero highestPercent={figures?.highestPercent ?? 0} />
      </div>
      <div className="shell grid grid-cols-1 gap-14 pt-5 md:gap-24 md:pt-6">
        <section aria-label="Categories">
          <Async isLate query={categories} loading={<CategoryRowSkeleton />} error="Something went wrong...">
            {data => <CategoryRow categories={data} />}
          </Async>
        </section>
        <ProductSection title="On sale" query={useQuery(homeSaleQuery())} withRating allPath={paths.sale} />
        <ProductSection title="Recommended" query={useQuery(recommendedQuery())} withRating />
        <RecentlyViewedSection />
        <HelpBlock />
      </div>
    </>
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
