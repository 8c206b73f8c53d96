import type { Review } from '@mela/contract'
import { useState } from 'react'
import { call } from '../../../../lib/api.ts'
import { useRefreshAfter } from '../../../../lib/query-keys.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'

interface RemoveReviewProps {
  productId: string
  review: Review
  /** Called once the review is gone from the page, and its button with it. */
  onRemoved: () => void
}

export function RemoveReview({ productId, review, onRemoved }: RemoveReviewProps) {
  const [isAsking, setIsAsking] = useState(false)
  const after = useRefreshAfter('products', 'audit')
  const { firstName, lastName } = review.user.name
  const params = { productId, reviewId: review._id }
  const close = () => setIsAsking(false)

  function handleDone() {
    close()
    onRemoved()
  }

  return (
    <>
      <button
        type="button"
        aria-label={`Delete the review of ${firstName} ${lastName}`}
        className="type-small relative font-medium text-danger underline-offset-3 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
        onClick={() => setIsAsking(true)}
      >
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete the review of ${firstName} ${lastName}?`}
          action="Delete review"
          perform={() => after(call('DELETE /products/:productId/reviews/:reviewId', { params }))}
          onClose={close}
          onDone={handleDone}
          fallback="An error occurred while deleting the review."
        >
          <p dir="auto" className="wrap-anywhere font-medium">{`“${review.title}”`}</p>
          <p className="text-ink-2">
            Its stars and words will be gone from this product, and this cannot be undone. Its author may write a new
            review. The audit log keeps that you deleted it.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
