import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Async } from '../../ui/async.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import { Repeated, Skeleton } from '../../ui/notice.tsx'
import type { CardProduct } from './catalog.api.ts'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: readonly CardProduct[]
  /** The grid is at the top of the page, so its first row is loaded eagerly. */
  isFirst?: boolean
  sizes?: string
  withCategory?: boolean
}

/** Columns of the widest grid. */
const FIRST_ROW = 4

export function ProductGrid({ products, isFirst = false, ...card }: ProductGridProps) {
  const urgency = (index: number) => {
    if (!isFirst || index >= FIRST_ROW) return 'lazy'
    return index === 0 ? 'high' : 'eager'
  }
  return (
    <ul className="product-grid">
      {products
        .filter(product => product.isActive)
        .map((product, index) => (
          <li key={product._id}>
            <ProductCard {...card} product={product} loading={urgency(index)} />
          </li>
        ))}
    </ul>
  )
}

interface ProductGridSkeletonProps {
  count?: number
  withCategory?: boolean | undefined
}

/** The geometry of a product grid: name on two lines, price, and the category where cards name it. */
export function ProductGridSkeleton({ count = 8, withCategory }: ProductGridSkeletonProps) {
  return (
    <div className="product-grid">
      <Repeated count={count}>
        <div>
          <Skeleton className="aspect-square rounded-tile" />
          <div className="grid gap-1 pt-3">
            <div className="h-10.5 pt-1">
              <Skeleton className="h-3.5 w-3/4 rounded-full" />
            </div>
            <div className="h-5.25 pt-1">
              <Skeleton className="h-3.5 w-1/3 rounded-full" />
            </div>
            {withCategory && (
              <div className="h-[1.178125rem] pt-1">
                <Skeleton className="h-3 w-2/5 rounded-full" />
              </div>
            )}
          </div>
        </div>
      </Repeated>
    </div>
  )
}

interface ProductSectionProps {
  title: string
  query: UseQueryResult<{ data: CardProduct[] }>
  allPath?: string
  withCategory?: boolean
}

/** A heading with a grid that loads and fails on its own; hidden without products. */
export function ProductSection({ title, query, allPath, withCategory }: ProductSectionProps) {
  const headingId = useId()
  if (query.data?.data.length === 0) return null

  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} allPath={allPath}>
        {title}
      </SectionHeading>
      <Async
        isLate
        query={query}
        loading={<ProductGridSkeleton withCategory={withCategory} />}
        error="Something went wrong..."
      >
        {({ data }) => <ProductGrid products={data} withCategory={withCategory} />}
      </Async>
    </section>
  )
}
