import { canCancel, type Order } from '@mela/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { cancelConsequence } from './order-words.ts'
import { useCancelOwnOrder } from './orders.api.ts'

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
      {isAsking && (
        <CancelOrderDialog
          orderId={order._id}
          consequence={cancelConsequence(order)}
          onClose={() => setIsAsking(false)}
          onDone={handleDone}
        />
      )}
    </>
  )
}

interface CancelOrderDialogProps {
  orderId: string
  /** What cancelling means for the customer's money. */
  consequence: string
  onClose: () => void
  onDone: () => void
}

export function CancelOrderDialog({ orderId, consequence, onClose, onDone }: CancelOrderDialogProps) {
  const { mutateAsync: cancel } = useCancelOwnOrder(orderId)

  return (
    <ConfirmDialog
      title="Cancel this order?"
      action="Cancel order"
      dismiss="Keep order"
      perform={cancel}
      onClose={onClose}
      onDone={onDone}
      fallback="Something went wrong, please try again later..."
    >
      <p className="text-ink-2">{consequence}</p>
    </ConfirmDialog>
  )
}
