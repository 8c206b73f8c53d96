import { effectivePrice, type Priced } from '@mela/contract'
import { usePriceOrFree } from '../../lib/shop.ts'

const sizes = { card: 'price', page: 'price text-2xl leading-tight' }

interface PriceProps {
  /** Prices as decimal amounts in the shop's currency. */
  product: Priced & { priceRange?: { from: number; to: number } | undefined }
  size?: keyof typeof sizes
}

export function Price({ product, size = 'card' }: PriceProps) {
  const { price, priceRange } = product
  const text = usePriceOrFree()
  const now = priceRange?.from ?? effectivePrice(product)
  if (priceRange || now === price)
    return (
      <b className={sizes[size]}>
        {priceRange && priceRange.from < priceRange.to ? `from ${text(now).replace('.00', '')}` : text(now)}
      </b>
    )

  return (
    <span className={sizes[size]}>
      <i className="sr-only">Sale price</i>
      <b>{text(now)}</b>
      <i className="sr-only">Original price</i>
      <s className={size === 'page' ? 'text-base' : undefined}>{text(price)}</s>
    </span>
  )
}
