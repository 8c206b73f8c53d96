import { type Priced, savedPercent, savedPerUnit } from '@mela/contract'
import { cx } from '../layout/cx.ts'

/** '-20%' on a picture; nothing without a discount. */
export function SaleTag({ product, className }: { product: Priced; className?: string }) {
  if (savedPerUnit(product) <= 0) return null

  const percent = savedPercent(product)
  return (
    <span
      className={cx(
        'on-tile inline-flex h-6 items-center rounded-full bg-marigold px-3 font-semibold text-xs',
        className,
      )}
    >
      {percent > 0 ? `-${percent}%` : 'Sale'}
    </span>
  )
}
