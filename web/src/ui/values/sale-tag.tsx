import { type Priced, savedPercent } from '@mela/contract'
import { cx } from '../layout/cx.ts'

interface SaleTagProps {
  product: Priced & { priceRange?: { savedPercent: number } | undefined }
  className?: string
}

/** '-20%' on a picture, the highest discount of all variants; renders nothing without a discount. */
export function SaleTag({ product, className }: SaleTagProps) {
  const saved = product.priceRange?.savedPercent ?? savedPercent(product)
  // NaN for a product without a price, as in the preview of a form.
  if (!(saved > 0)) return null

  const percent = Math.round(saved)
  return <span className={cx('picture-tag bg-marigold', className)}>{percent > 0 ? `-${percent}%` : 'Sale'}</span>
}
