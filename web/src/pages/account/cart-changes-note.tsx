import { TriangleAlert } from 'lucide-react'
import type { CartChanges } from '../../features/cart/cart.api.ts'
import type { CartItem } from '../../features/cart/cart.store.ts'

interface CartChangesNoteProps {
  message?: string
  items: readonly CartItem[]
  changes: CartChanges
}

/** Tells what is different from what the shopper last saw, line by line; nothing when nothing is. */
export function CartChangesNote({ message, items, changes }: CartChangesNoteProps) {
  const changed = items.filter(({ product }) => changes[product._id])
  if (!message && changed.length === 0) return null

  return (
    <div role="alert" className="flex gap-3 rounded-tile bg-warn-soft p-4 text-warn">
      <TriangleAlert className="mt-px" />
      <div className="grid min-w-0 gap-1.5">
        <p className="type-ui">{message ?? 'Your cart has changed since you last saw it.'}</p>
        {changed.length > 0 && (
          <ul className="type-table grid gap-1 tabular-nums">
            {changed.map(({ product }) => (
              <li key={product._id}>
                {product.name}: {changes[product._id]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
