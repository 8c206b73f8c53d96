import { LOW_STOCK } from '@mela/contract'
import { cx } from '../layout/cx.ts'

export function StockNote({ stock, className }: { stock: number; className?: string }) {
  const [text, colour] =
    stock <= 0
      ? ['Out of stock', 'text-ink-3']
      : stock <= LOW_STOCK
        ? [`Only ${stock} left`, 'text-warn']
        : ['In stock', 'text-success']

  return (
    <p className={cx('type-small inline-flex items-center gap-2 font-medium', colour, className)}>
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {text}
    </p>
  )
}
