import type { ComponentProps } from 'react'
import { call } from '../../lib/api.ts'
import { useRefreshAfter } from '../../lib/query-keys.ts'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { type CancellableOrder, cancelConsequence } from './order-words.ts'
import type { BoughtOrder } from './refill-cart.ts'

type Style = Pick<ComponentProps<typeof ConfirmButton>, 'size' | 'wide' | 'aria-label'>

interface CancelOrderProps extends Style {
  order: CancellableOrder
  label?: string
  onCancelled: (order: BoughtOrder) => void
}

export function CancelOrder({ order, label = 'Cancel order', onCancelled, ...style }: CancelOrderProps) {
  // Reloads the order even when cancelling failed: its status has changed meanwhile.
  const after = useRefreshAfter('orders', 'products', 'quotes')

  return (
    <ConfirmButton
      {...style}
      label={label}
      title="Cancel this order?"
      action="Cancel order"
      dismiss="Keep order"
      perform={() =>
        after(call('PATCH /orders/:id/cancel', { params: { id: order._id }, query: { from: order.status } }))
      }
      onDone={({ data }) => onCancelled(data)}
    >
      <p className="text-ink-2">{cancelConsequence(order)}</p>
    </ConfirmButton>
  )
}
