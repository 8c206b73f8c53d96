import type { OwnReview as OwnReviewData, ReviewInput } from '@mela/contract'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { SubmitButton } from '../../../../ui/form.tsx'
import { KeepTyped, useIsCutOff } from '../../../../ui/keep-typed.tsx'
import { useReviewChanges } from './review-changes.ts'
import { ReviewForm } from './review-form.tsx'
import { ReviewItem } from './review-list.tsx'

const FORM = 'own-review'

interface OwnReviewProps {
  productId: string
  review: OwnReviewData
  /** Whether the review was just submitted: it takes the focus, because the form is removed. */
  isNew: boolean
  onDeleted: () => void
}

/** The customer's own review, with its actions. */
export function OwnReview({ productId, review, isNew, onDeleted }: OwnReviewProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isCutOff = useIsCutOff(FORM)
  const [open, setOpen] = useState<'edit' | 'delete' | undefined>(isCutOff ? 'edit' : undefined)
  const isDone = useRef(false)
  const { edit } = useReviewChanges(productId)
  const close = () => setOpen(undefined)

  function endEdit() {
    isDone.current = true
    close()
  }

  useEffect(() => {
    if (isNew) ref.current?.focus()
  }, [isNew])

  async function handleEdit(input: ReviewInput) {
    const answer = await edit({ ...input, reviewId: review._id })
    endEdit()
    return answer
  }

  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-22 outline-none">
      <ReviewItem
        review={review}
        mark="Your review"
        actions={
          <>
            {review.state && (
              <p className="wrap-anywhere font-medium">
                {review.state === 'waiting' ? 'Waiting for approval' : `Hidden: ${review.reason}`}
              </p>
            )}
            <div className="flex gap-3 pt-3">
              <Button variant="outline" size={40} onClick={() => setOpen('edit')}>
                Edit
              </Button>
              <Button variant="ghost" size={40} className="text-danger!" onClick={() => setOpen('delete')}>
                Delete
              </Button>
            </div>
          </>
        }
      />
      <Dialog open={open === 'edit'} onClose={close} title="Edit your review">
        <ReviewForm review={review} onSubmit={handleEdit}>
          <KeepTyped name={FORM} isDone={isDone} />
          <DialogActions>
            <Button variant="outline" onClick={endEdit}>
              Cancel
            </Button>
            <SubmitButton>Save review</SubmitButton>
          </DialogActions>
        </ReviewForm>
      </Dialog>
      {open === 'delete' && <DeleteReviewDialog productId={productId} onClose={close} onDeleted={onDeleted} />}
    </div>
  )
}

interface DeleteReviewDialogProps {
  productId: string
  onClose: () => void
  onDeleted: () => void
}

function DeleteReviewDialog({ productId, onClose, onDeleted }: DeleteReviewDialogProps) {
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
