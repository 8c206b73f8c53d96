import { useShop } from '../../lib/shop.ts'
import { cx } from '../layout/cx.ts'

interface StockNoteProps {
  stock: number
  /** Whether the stock is that of one of several variants, whose number is said once it is chosen. */
  isBeforeChoice?: boolean
  /** Renders nothing when the stock is not low. */
  onlyLow?: boolean
  className?: string
}

export function StockNote({ stock, isBeforeChoice, onlyLow, className }: StockNoteProps) {
  const { lowStock } = useShop()
  if (onlyLow && stock > lowStock) return null
  const [text, colour] =
    stock <= 0
      ? ['Out of stock', 'text-ink-3']
      : stock <= lowStock
        ? [isBeforeChoice ? 'Few left' : `Only ${stock} left`, 'text-warn']
        : ['In stock', 'text-success']

  return (
    <p className={cx('type-small inline-flex items-center gap-2 font-medium', colour, className)}>
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      <span>{text}</span>
    </p>
  )
}
