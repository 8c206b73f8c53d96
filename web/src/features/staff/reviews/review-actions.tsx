import { hideReviewInput, replyInput, type StaffReview } from '@mela/contract'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { authorOf } from './review-columns.tsx'
import { useModeration } from './staff-reviews.api.ts'
import { WordDialog } from './word-dialog.tsx'

const FAILED = 'An error occurred while saving the review.'

/** The actions of staff for a review; each button's accessible name contains the author. */
export function ReviewActions({ review }: { review: StaffReview }) {
  const { approve, hide, reply, deleteReply } = useModeration()
  const [isHiding, setIsHiding] = useState(false)
  /** The version that staff have read and reply to: a reply to a changed review is refused. */
  const [repliesTo, setRepliesTo] = useState<number>()
  const [isPending, setIsPending] = useState(false)
  const author = authorOf(review)
  function close() {
    setIsHiding(false)
    setRepliesTo(undefined)
  }

  async function perform(work: () => Promise<{ message: string }>) {
    setIsPending(true)
    try {
      toastSuccess((await work()).message)
      close()
    } catch (error) {
      toastError(toRefusal(error).message ?? FAILED)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <div className="flex flex-wrap gap-2 py-1 md:flex-nowrap md:justify-end">
      {review.state !== 'shown' && (
        <Button
          variant="outline"
          size={32}
          loading={isPending}
          aria-label={`Approve the review of ${author}`}
          onClick={() => void perform(() => approve([review]))}
        >
          Approve
        </Button>
      )}
      {review.state !== 'hidden' && (
        <Button
          variant="outline"
          size={32}
          aria-label={`Hide the review of ${author}`}
          onClick={() => setIsHiding(true)}
        >
          Hide
        </Button>
      )}
      <Button
        variant="outline"
        size={32}
        aria-label={`${review.reply ? 'Edit the reply' : 'Reply'} to the review of ${author}`}
        onClick={() => setRepliesTo(review.version)}
      >
        {review.reply ? 'Edit reply' : 'Reply'}
      </Button>
      {isHiding && (
        <WordDialog
          title={`Hide the review of ${author}?`}
          action="Hide review"
          schema={hideReviewInput}
          defaultValues={{ reason: '' }}
          perform={({ reason }) => hide(review._id, reason)}
          onClose={close}
        >
          <TextField name="reason" label="Reason" help="The author reads it." counter={300} autoComplete="off" />
        </WordDialog>
      )}
      {repliesTo !== undefined && (
        <WordDialog
          title={`Reply to ${author}`}
          action="Save reply"
          schema={replyInput}
          defaultValues={{ reply: review.reply?.text ?? '' }}
          perform={input => reply(review._id, input.reply, repliesTo)}
          onClose={close}
          aside={
            review.reply && (
              <Button
                variant="ghost"
                className="mr-auto text-danger!"
                loading={isPending}
                onClick={() => void perform(() => deleteReply(review._id))}
              >
                Delete reply
              </Button>
            )
          }
        >
          <TextField
            name="reply"
            label="Reply"
            multiline
            rows={5}
            counter={2000}
            help="Everybody reads it below the review."
          />
        </WordDialog>
      )}
    </div>
  )
}
