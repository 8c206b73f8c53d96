import { effectivePrice, type Priced } from '@mela/contract'
import { priceText } from '../../lib/format/format.ts'
import { cx } from '../layout/cx.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

const sizes = { card: 'type-ui', page: 'text-2xl leading-tight' }

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
      <span className={cx(sizes[size], 'font-semibold tabular-nums')}>
        {priceRange && priceRange.from < priceRange.to ? `from ${priceText(now).replace('.00', '')}` : priceText(now)}
      </span>
    )

  return (
    <span className={cx(sizes[size], 'inline-flex flex-wrap items-baseline gap-x-2 tabular-nums')}>
      <VisuallyHidden>Sale price</VisuallyHidden>
      <span className="font-semibold text-sale">{priceText(now)}</span>
      <VisuallyHidden>Original price</VisuallyHidden>
      <s className={cx('font-normal text-ink-3', size === 'page' && 'text-base')}>{priceText(price)}</s>
    </span>
  )
}
