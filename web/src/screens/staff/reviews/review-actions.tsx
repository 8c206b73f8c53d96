import { hideReviewInput, replyInput, type StaffReview } from '@mela/contract'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

const FAILED = 'An error occurred while saving the review.'

/** The actions of staff for a review; each button's accessible name contains the author. */
export function ReviewActions({ review }: { review: StaffReview }) {
  const after = useModeration()
  const params = { id: review._id }
  const [isHiding, setIsHiding] = useState(false)
  /** The version that staff have read and reply to: a reply to a changed review is refused. */
  const [repliesTo, setRepliesTo] = useState<number>()
  const isDone = useRef(false)
  const author = authorOf(review)

  function close() {
    setIsHiding(false)
    setRepliesTo(undefined)
  }

  function finish() {
    isDone.current = true
    close()
  }

  async function handleDeleteReply() {
    if (await toastAnswer(after(call('DELETE /reviews/:id/reply', { params })), FAILED)) finish()
  }

  return (
    <div className="flex flex-wrap gap-2 py-1 md:flex-nowrap md:justify-end">
      {review.state !== 'shown' && (
        <Button
          variant="outline"
          size={32}
          loading={false}
          aria-label={`Approve the review of ${author}`}
          onClick={() => toastAnswer(after(approveReviews([review])), FAILED)}
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
        <Dialog onClose={close} title={`Hide the review of ${author}?`}>
          <Form
            schema={hideReviewInput}
            defaultValues={{ reason: '' }}
            onSubmit={body => after(call('POST /reviews/:id/hide', { params, body }))}
            onDone={finish}
            fallback={FAILED}
          >
            <TextField name="reason" label="Reason" help="The author reads it." counter={300} autoComplete="off" />
            <FormActions onCancel={close}>Hide review</FormActions>
          </Form>
        </Dialog>
      )}
      {repliesTo !== undefined && (
        <Dialog onClose={close} title={`Reply to ${author}`}>
          <Form
            schema={replyInput}
            defaultValues={{ reply: review.reply?.text ?? '' }}
            onSubmit={({ reply }) =>
              after(call('PUT /reviews/:id/reply', { params, body: { reply, version: repliesTo } }))
            }
            onDone={finish}
            fallback={FAILED}
          >
            <TextField
              name="reply"
              label="Reply"
              multiline
              rows={5}
              counter={2000}
              help="Everybody reads it below the review."
            />
            <KeepTyped name={`reply ${review._id}`} isDone={isDone} />
            <FormActions
              onCancel={finish}
              aside={
                review.reply && (
                  <Button variant="ghost" className="mr-auto text-danger!" loading={false} onClick={handleDeleteReply}>
                    Delete reply
                  </Button>
                )
              }
            >
              Save reply
            </FormActions>
          </Form>
        </Dialog>
      )}
    </div>
  )
}

export const authorOf = ({ user: { name } }: StaffReview) => `${name.firstName} ${name.lastName}`

/** Answers a function that reloads the queue, its count, and the products that show reviews, after a call. */
export const useModeration = () => useRefreshAfter('reviews', 'products', 'audit')

export const approveReviews = (reviews: StaffReview[]) =>
  call('POST /reviews/approve', { body: { reviews: reviews.map(({ _id, version }) => ({ _id, version })) } })
