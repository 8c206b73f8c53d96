import { Kept } from '../../../lib/kept.tsx'
import { useCurrency } from '../../../lib/shop.ts'
import type { CardProduct } from './card-page.ts'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: readonly CardProduct[]
  /** The grid is at the top of the page, so its first row is loaded eagerly. */
  isFirst?: boolean
  /** For pictures and cards, as in `ProductCard`. */
  sizes?: string
  withCategory?: boolean
}

/** Columns of the widest grid. */
const FIRST_ROW = 4

export function ProductGrid({ products, isFirst = false, ...card }: ProductGridProps) {
  const currency = useCurrency()
  return (
    <ul className="product-grid">
      {products
        .filter(product => product.isActive)
        .map((product, index) => {
          const loading = isFirst && index < FIRST_ROW ? urgency(index) : 'lazy'
          const { sizes, withCategory } = card
          return (
            <Kept key={product._id} as="li" data={product} part={[loading, sizes, withCategory, currency].join()}>
              <ProductCard {...card} product={product} loading={loading} />
            </Kept>
          )
        })}
    </ul>
  )
}

function urgency(index: number) {
  return index === 0 ? 'high' : 'eager'
}
