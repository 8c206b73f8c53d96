import type { Product } from '@mela/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { productQuery } from '../../features/catalog/catalog.api.ts'
import { ProductCard } from '../../features/catalog/product-card.tsx'
import { SectionHeading } from '../../features/catalog/section-heading.tsx'
import {
  recentlyViewed,
  refreshViewed,
  useRecentlyViewed,
} from '../../features/recently-viewed/recently-viewed.store.ts'
import { isMissing } from '../../lib/api.ts'

/** What this browser has looked at, brought up to date on every visit; absent while there is nothing. */
export function RecentlyViewedSection() {
  const viewed = useRecentlyViewed()
  useQuery(viewedCheckQuery(useQueryClient()))
  if (viewed.length === 0) return null

  return (
    <section aria-labelledby="recently-viewed">
      <SectionHeading id="recently-viewed">Recently viewed</SectionHeading>
      <ul className="-mx-(--gutter) flex snap-x scroll-px-(--gutter) gap-(--gap) overflow-x-auto px-(--gutter) pt-1 pb-3">
        {viewed.map(product => (
          <li key={product._id} className="w-[42vw] max-w-60 shrink-0 snap-start sm:w-48 lg:w-60">
            <ProductCard product={product} sizes="(width >= 64rem) 240px, 45vw" />
          </li>
        ))}
      </ul>
    </section>
  )
}

const viewedCheckQuery = (queryClient: QueryClient) =>
  queryOptions({ queryKey: ['recently-viewed-check'], queryFn: () => checkViewed(queryClient), gcTime: 0 })

/** Drops what is gone or off the shelf; what cannot be asked about right now stays (DECISIONS B105). */
async function checkViewed(queryClient: QueryClient): Promise<null> {
  const products: Product[] = []
  const gone: string[] = []
  await Promise.all(
    recentlyViewed().map(async ({ _id }) => {
      const answer = await queryClient.fetchQuery(productQuery(_id)).catch(() => undefined)
      if (!answer) return
      if (isMissing(answer)) gone.push(_id)
      else products.push(answer)
    }),
  )
  if (products.length + gone.length > 0) refreshViewed(products, gone)
  return null
}
