import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { forgetRefill, type Refill, rememberedRefill } from './refill.ts'

/** The result of buying an order again, for the one visit of the cart that follows. */
export function useRefill(): Refill | undefined {
  const [refill] = useState(rememberedRefill)
  useEffect(forgetRefill, [])
  return refill
}

export function RefillNote({ refill }: { refill: Refill | undefined }) {
  if (!refill) return null

  return (
    <div role="status" className="flex gap-3 rounded-tile bg-info-soft p-4 text-info">
      <RotateCcw className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-1.5">
        <p className="type-ui">
          {refill.added > 0
            ? 'Your order is in your cart again, at today’s prices.'
            : 'Nothing of your order can be added to your cart.'}
        </p>
        <ul className="type-table wrap-anywhere tabular-nums empty:hidden">
          {refill.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
