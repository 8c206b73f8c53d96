import { canCancel, type Order } from '@mela/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { priceText } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCancelOrder } from './orders.api.ts'

/** Offered until the order is shipped (DECISIONS B19). */
export function CancelOrder({ order, onCancelled }: { order: Order; onCancelled: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: cancel } = useCancelOrder(order._id)
  if (!canCancel(order.status)) return null

  /** The button that had the focus is about to go, and a closing dialog would give it back first. */
  function handleDone() {
    flushSync(() => setIsAsking(false))
    onCancelled()
  }

  const isPaid = order.payment?.status === 'completed'
  return (
    <section
      aria-label="Cancel this order"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-6"
    >
      <p className="text-ink-2">Changed your mind? You can cancel until it is shipped.</p>
      <Button variant="outline" size={40} onClick={() => setIsAsking(true)}>
        Cancel order
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this order?"
          action="Cancel order"
          dismiss="Keep order"
          perform={cancel}
          onClose={() => setIsAsking(false)}
          onDone={handleDone}
          fallback="Something went wrong, please try again later..."
        >
          <p className="text-ink-2">
            {isPaid
              ? `Nothing will be sent, and the ${priceText(order.totalAmount)} you paid go back the way they came.`
              : 'Its pieces go back on the shelf, and it cannot be paid any more.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
