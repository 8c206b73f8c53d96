import { canCancel, type Order } from '@mela/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/buttons/button.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { cancelConsequence } from './order-words.ts'

interface CancelOrderProps {
  order: Order
  onCancelled: () => void
  className?: string
}

/** Offered until the order is shipped (B19). */
export function CancelOrder({ order, onCancelled, className }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!canCancel(order.status)) return null

  /** The button that had the focus is about to go, and a closing dialog would give it back first. */
  function handleDone() {
    flushSync(() => setIsAsking(false))
    onCancelled()
  }

  return (
    <>
      <Button variant="outline" size={40} className={className} onClick={() => setIsAsking(true)}>
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
