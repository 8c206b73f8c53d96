import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useCancelOwnOrder } from './orders.api.ts'

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
