import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toRefusal } from '../../ui/failure.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useReviewChanges } from './review-changes.ts'

interface DeleteReviewDialogProps {
  productId: string
  onClose: () => void
  onDeleted: () => void
}

export function DeleteReviewDialog({ productId, onClose, onDeleted }: DeleteReviewDialogProps) {
  const { withdraw } = useReviewChanges(productId)

  async function handleDelete() {
    try {
      const { message } = await withdraw.mutateAsync()
      onClose()
      onDeleted()
      toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'An error occurred while deleting your review.')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your review?"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={withdraw.isPending} onClick={() => void handleDelete()}>
            Delete review
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Your stars and your words will be gone from this product. You may write a new review.
      </p>
    </Dialog>
  )
}
