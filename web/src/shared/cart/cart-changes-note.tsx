import { TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { type CartItem, lineId, lineName, removeFromCart } from './cart.store.ts'
import { type CartChanges, lineProblem } from './cart-notes.ts'

interface CartChangesNoteProps {
  ref?: Ref<HTMLDivElement>
  /** The first sentence; by default, one about changed or unavailable lines. */
  message?: string
  items: readonly CartItem[]
  changes: CartChanges
}

/** Lists each line that changed since the shopper last saw it, and removes lines that cannot be bought. */
export function CartChangesNote({ ref, message, items, changes }: CartChangesNoteProps) {
  const lines = items
    .map(item => ({ item, problem: lineProblem(item), change: changes[lineId(item.product)] }))
    .filter(({ problem, change }) => problem ?? change)
  if (!message && lines.length === 0) return null

  const isBlocked = lines.some(({ problem }) => problem)
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="flex gap-3 rounded-tile bg-warn-soft p-4 text-warn">
      <TriangleAlert className="mt-px" />
      <div className="grid min-w-0 grow gap-1.5">
        <p className="type-ui">{message ?? (isBlocked ? blocked : changed)}</p>
        <ul className="type-table tabular-nums empty:hidden">
          {lines.map(({ item: { product }, problem, change }) => (
            <li key={lineId(product)} className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="py-0.5 wrap-anywhere">
                <bdi>{lineName(product)}</bdi>: <span>{change ?? problem}</span>
              </span>
              {problem && (
                <button
                  type="button"
                  aria-label={`Remove ${lineName(product)}`}
                  className="-my-2 h-11 font-semibold underline underline-offset-3"
                  onClick={() => removeFromCart(lineId(product))}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const changed = 'Your cart has changed since you last saw it.'
const blocked = 'Some products cannot be ordered. Please remove them to go on.'
