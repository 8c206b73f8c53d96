import type { ProductCard as Product } from '@mela/contract'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: readonly Product[]
  /** The grid opens the page, so its first row is fetched at once. */
  isFirst?: boolean
}

/** As many as the widest grid has in a row. */
const FIRST_ROW = 4

export function ProductGrid({ products, isFirst = false }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products
        .filter(product => product.isActive)
        .map((product, index) => (
          <li key={product._id}>
            <ProductCard product={product} loading={isFirst && index < FIRST_ROW ? urgency(index) : 'lazy'} />
          </li>
        ))}
    </ul>
  )
}

function urgency(index: number) {
  return index === 0 ? 'high' : 'eager'
}
