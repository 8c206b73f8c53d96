import { FREE_SHIPPING_ABOVE_CENTS, fromCents, toCents } from '@mela/contract'
import { useId } from 'react'
import { priceText } from '../../../lib/format/format.ts'

/** Below this share of the limit the note is not shown. */
const TOLD_FROM_CENTS = FREE_SHIPPING_ABOVE_CENTS * 0.6

/** The amount missing for free shipping, which starts above the limit, not at it (B5). */
export function FreeShippingNote({ itemsPrice }: { itemsPrice: number }) {
  const id = useId()
  const items = toCents(itemsPrice)
  const missing = FREE_SHIPPING_ABOVE_CENTS + 1 - items
  if (items < TOLD_FROM_CENTS) return null

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="type-small text-ink-2">
        {missing > 0 ? `Add ${priceText(fromCents(missing))} more for free shipping` : 'Your order ships free'}
      </label>
      <progress
        id={id}
        value={Math.min(items, FREE_SHIPPING_ABOVE_CENTS)}
        max={FREE_SHIPPING_ABOVE_CENTS}
        className="h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-success"
      />
    </div>
  )
}
