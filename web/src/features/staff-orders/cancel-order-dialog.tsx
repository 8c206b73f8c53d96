import type { StaffOrder } from '@mela/contract'
import { priceText } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCancelOrder } from './staff-orders.api.ts'

/** Staff cancel as the customer could: while nothing was shipped (DECISIONS B19). */
export function CancelOrderDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { mutateAsync: cancel } = useCancelOrder(order._id)
  const paid = order.payments?.find(({ status }) => status === 'completed')

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
        Its pieces go back on the shelf, and its customer is told.{' '}
        {paid && `The ${priceText(paid.amount - paid.refundedAmount)} that were paid stay until you refund them.`}
      </p>
    </ConfirmDialog>
  )
}
