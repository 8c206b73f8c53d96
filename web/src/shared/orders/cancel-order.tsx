import { canCancel, type Order } from '@mela/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../lib/api.ts'
import { useRefreshAfter } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type CancellableOrder, cancelConsequence } from './order-words.ts'

interface CancelOrderProps {
  order: Order
  onCancelled: () => void
  /** As wide and high as the buttons of its column. */
  wide?: boolean
}

/** Shown until the order is shipped. */
export function CancelOrder({ order, onCancelled, wide }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!canCancel(order.status)) return null

  /** The focused button is about to be removed, and a closing dialog would return the focus to it first. */
  function handleDone() {
    flushSync(() => setIsAsking(false))
    onCancelled()
  }

  return (
    <>
      <Button variant="outline" size={wide ? 'auto' : 40} wide={wide} onClick={() => setIsAsking(true)}>
        Cancel order
      </Button>
      {isAsking && <CancelOrderDialog order={order} onClose={() => setIsAsking(false)} onDone={handleDone} />}
    </>
  )
}

interface CancelOrderDialogProps {
  order: CancellableOrder
  onClose: () => void
  onDone: () => void
}

export function CancelOrderDialog({ order, onClose, onDone }: CancelOrderDialogProps) {
  // Reloads the order even when cancelling failed: its status has changed meanwhile.
  const after = useRefreshAfter('orders', 'products')

  return (
    <ConfirmDialog
      title="Cancel this order?"
      action="Cancel order"
      dismiss="Keep order"
      perform={() => after(call('PATCH /orders/:id/cancel', { params: { id: order._id } }))}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="text-ink-2">{cancelConsequence(order)}</p>
    </ConfirmDialog>
  )
}
