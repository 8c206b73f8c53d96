import { queryOptions, useQuery } from '@tanstack/react-query'
import { ProductCard } from '../../features/shop/catalog/product-card.tsx'
import { recentlyViewed, refreshViewed, useRecentlyViewed } from '../../features/shop/product/recently-viewed.store.ts'
import { call } from '../../lib/api.ts'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'

/** The products that this browser has viewed, with current data; hidden while there are none. */
export function RecentlyViewedSection({ title }: { title?: string | null }) {
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
