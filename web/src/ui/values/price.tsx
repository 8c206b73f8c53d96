import { effectivePrice, type Priced } from '@mela/contract'
import { priceText } from '../../lib/format/format.ts'

const sizes = { card: 'price', page: 'price text-2xl leading-tight' }

interface PriceProps {
  /** In decimal dollars. */
  product: Priced & { priceRange?: { from: number; to: number } | undefined }
  size?: keyof typeof sizes
}

export function Price({ product, size = 'card' }: PriceProps) {
  const { price, priceRange } = product
  const now = priceRange?.from ?? effectivePrice(product)
  if (priceRange || now === price)
    return (
      <b className={sizes[size]}>
        {priceRange && priceRange.from < priceRange.to ? `from ${priceText(now).replace('.00', '')}` : priceText(now)}
      </b>
    )

  return (
    <span className={sizes[size]}>
      <i className="sr-only">Sale price</i>
      <b>{priceText(now)}</b>
      <i className="sr-only">Original price</i>
      <s className={size === 'page' ? 'text-base' : undefined}>{priceText(price)}</s>
    </span>
  )
}
