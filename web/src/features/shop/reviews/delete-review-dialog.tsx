import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useReviewChanges } from './review-changes.ts'

interface DeleteReviewDialogProps {
  productId: string
  onClose: () => void
  onDeleted: () => void
}

export function DeleteReviewDialog({ productId, onClose, onDeleted }: DeleteReviewDialogProps) {
  const { withdraw } = useReviewChanges(productId)

  function handleDone() {
    onClose()
    onDeleted()
  }

  return (
    <ConfirmDialog
      title="Delete your review?"
      action="Delete review"
      perform={withdraw}
      onClose={onClose}
      onDone={handleDone}
      fallback="An error occurred while deleting your review."
    >
      <p className="text-ink-2">
        Your stars and your words will be gone from this product. You may write a new review.
      </p>
    </ConfirmDialog>
  )
}
