import type { DiscountSummary } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { useAfterDiscountChange } from './discounts.api.ts'

interface DeleteDiscountDialogProps {
  discount: Pick<DiscountSummary, '_id' | 'name' | 'uses'>
  onClose: () => void
  onDone?: () => void
}

export function DeleteDiscountDialog({
  discount: { _id: id, name, uses },
  onClose,
  onDone,
}: DeleteDiscountDialogProps) {
  const after = useAfterDiscountChange()
  const params = { id }
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete discount"
      perform={() => after(call('DELETE /discounts/:id', { params }))}
      onClose={onClose}
      onDone={onDone ?? onClose}
      notify={({ message }) => toastWithUndo(message, () => after(call('POST /discounts/:id/restore', { params })))}
      fallback="An error occurred while deleting the discount."
    >
      <p className="text-ink-2">
        {`Its codes stop at once.${uses > 0 ? ` ${countLabel(uses, 'order')} with it keep what it took off.` : ''}`}
      </p>
    </ConfirmDialog>
  )
}
