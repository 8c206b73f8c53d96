import { effectivePrice, type Priced } from '@mela/contract'
import { priceText } from '../../lib/format/format.ts'

const sizes = { card: 'price', page: 'price price-large' }

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
      <i>Sale price</i>
      <b>{priceText(now)}</b>
      <i>Original price</i>
      <s>{priceText(price)}</s>
    </span>
  )
}
