import { effectivePrice, type Measured, type Priced, savedPercent, unitPriceOf } from '@mela/contract'
import { usePrice, usePriceOrFree, useShop } from '../lib/shop.ts'
import { cx } from './cx.ts'

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

/** '$12.50 / kg', of the lowest price; renders nothing for a product that does not name its content. */
export function UnitPrice({ product }: { product: PriceProps['product'] & Measured }) {
  const text = usePrice()
  const unit = unitPriceOf(product.priceRange?.from ?? effectivePrice(product), product)
  return unit && <span className="card-note">{`${text(unit.price)} / ${unit.per}`}</span>
}

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

interface StockNoteProps {
  stock: number
  /** Whether the stock is that of one of several variants, whose number is said once it is chosen. */
  isBeforeChoice?: boolean
  onlyLow?: boolean
}

export function StockNote({ stock, isBeforeChoice, onlyLow }: StockNoteProps) {
  const { lowStock } = useShop()
  if (onlyLow && stock > lowStock) return null
  const [text, colour] =
    stock <= 0
      ? ['Out of stock', 'text-ink-3']
      : stock <= lowStock
        ? [isBeforeChoice ? 'Few left' : `Only ${stock} left`, 'text-warn']
        : ['In stock', 'text-success']

  return (
    <p className={cx('type-small inline-flex items-center gap-2 font-medium', colour)}>
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      <span>{text}</span>
    </p>
  )
}
