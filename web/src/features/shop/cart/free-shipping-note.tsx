import { fromCents, toCents } from '@mela/contract'
import { useId } from 'react'
import { usePrice } from '../../../lib/shop.ts'

/** Below this share of the limit the note is not shown. */
const TOLD_FROM = 0.6

interface FreeShippingNoteProps {
  itemsPrice: number
  /** The limit in cents; null when nothing ships free. */
  freeAboveCents: number | null
}

/** The amount missing for free shipping, which starts above the limit, not at it. */
export function FreeShippingNote({ itemsPrice, freeAboveCents }: FreeShippingNoteProps) {
  const price = usePrice()
  const id = useId()
  const items = toCents(itemsPrice)
  if (freeAboveCents === null || freeAboveCents === 0 || items < freeAboveCents * TOLD_FROM) return null

  const missing = freeAboveCents + 1 - items

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="type-small text-ink-2">
        {missing > 0 ? `Add ${price(fromCents(missing))} more for free shipping` : 'Your order ships free'}
      </label>
      <progress
        id={id}
        value={Math.min(items, freeAboveCents)}
        max={freeAboveCents}
        className="h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-success"
      />
    </div>
  )
}
