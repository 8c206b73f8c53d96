import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Async } from '../../../ui/feedback/async.tsx'
import { SectionHeading } from '../../../ui/layout/section-heading.tsx'
import type { CardProduct } from './card-page.ts'
import { ProductGrid } from './product-grid.tsx'
import { ProductGridSkeleton } from './product-grid-skeleton.tsx'

interface ProductSectionProps {
  title: string
  query: UseQueryResult<{ data: CardProduct[] }>
  /** Link to the whole list. */
  allPath?: string
  /** Id of a product that is left out, such as the product of the page. */
  exceptId?: string
  /** Maximum number. */
  count?: number
  /** For cards and their skeletons, as in `ProductCard`. */
  withCategory?: boolean
}

/** A heading with a grid that loads and fails on its own; hidden without products. */
export function ProductSection({ title, query, allPath, exceptId, count = 8, withCategory }: ProductSectionProps) {
  const headingId = useId()
  const shown = (products: CardProduct[]) => products.filter(({ _id }) => _id !== exceptId).slice(0, count)
  if (query.data && shown(query.data.data).length === 0) return null

  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} allPath={allPath}>
        {title}
      </SectionHeading>
      <Async
        isLate
        query={query}
        loading={<ProductGridSkeleton count={count} withCategory={withCategory} />}
        error="Something went wrong..."
      >
        {({ data }) => <ProductGrid products={shown(data)} withCategory={withCategory} />}
      </Async>
    </section>
  )
}
