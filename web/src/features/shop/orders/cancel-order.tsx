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

/** Shown until the order is shipped. */
export function CancelOrder({ order, onCancelled, className }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!canCancel(order.status)) return null

  /** The focused button is about to be removed, and a closing dialog would return the focus to it first. */
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
