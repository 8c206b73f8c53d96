import type { StaffOrder } from '@mela/contract'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { refundSentence } from './refund-sentence.ts'
import { useCancelOrderAsStaff } from './staff-orders.api.ts'

/** Staff cancel under the customer's rule: until the order is shipped. The payment is refunded automatically. */
export function CancelOrderDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { mutateAsync: cancel } = useCancelOrderAsStaff(order._id)

  return (
    <ConfirmDialog
      title="Cancel this order?"
      action="Cancel order"
      dismiss="Keep order"
      perform={cancel}
      onClose={onClose}
      onDone={onClose}
      fallback="Something went wrong, please try again later..."
    >
      <p className="text-ink-2">
        Its units go back into stock, and its customer is told. <span>{refundSentence(order)}</span>
      </p>
    </ConfirmDialog>
  )
}
