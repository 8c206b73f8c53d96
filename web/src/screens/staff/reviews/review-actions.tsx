import { hideReviewInput, replyInput, type StaffReview } from '@mela/contract'
import { type ComponentProps, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

const FAILED = 'An error occurred while saving the review.'

/** The actions of staff for a review; each button's accessible name contains the author. */
export function ReviewActions({ review }: { review: StaffReview }) {
  const { approve, hide, reply, deleteReply } = useModeration()
  const [isHiding, setIsHiding] = useState(false)
  /** The version that staff have read and reply to: a reply to a changed review is refused. */
  const [repliesTo, setRepliesTo] = useState<number>()
  const author = authorOf(review)
  function close() {
    setIsHiding(false)
    setRepliesTo(undefined)
  }

  async function handleDeleteReply() {
    if (await toastAnswer(deleteReply(review._id), FAILED)) close()
  }

  return (
    <div className="flex flex-wrap gap-2 py-1 md:flex-nowrap md:justify-end">
      {review.state !== 'shown' && (
        <Button
          variant="outline"
          size={32}
          loading={false}
          aria-label={`Approve the review of ${author}`}
          onClick={() => toastAnswer(approve([review]), FAILED)}
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
              <Button variant="ghost" className="mr-auto text-danger!" loading={false} onClick={handleDeleteReply}>
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

interface WordDialogProps<Input extends FieldValues, Output> {
  title: string
  action: string
  schema: ComponentProps<typeof Form<Input, Output>>['schema']
  defaultValues: NonNullable<ComponentProps<typeof Form<Input, Output>>['defaultValues']>
  perform: (input: Output) => Promise<unknown>
  onClose: () => void
  aside?: Elements
  children: Elements
}

/** Asks for the text of an action on a review, such as a reply or the reason for hiding it. */
function WordDialog<Input extends FieldValues, Output>(props: WordDialogProps<Input, Output>) {
  const { title, action, schema, defaultValues, perform, onClose, aside, children } = props

  async function handleSubmit(input: Output) {
    const answer = await perform(input)
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <Form schema={schema} defaultValues={defaultValues} onSubmit={handleSubmit} fallback={FAILED}>
        {children}
        <DialogActions>
          {aside}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>{action}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

export const authorOf = ({ user: { name } }: StaffReview) => `${name.firstName} ${name.lastName}`

/** The calls of moderation; each reloads the queue, its count, and the products that show reviews. */
export function useModeration() {
  const after = useRefreshAfter('reviews', 'products', 'audit')

  return {
    approve: (reviews: Pick<StaffReview, '_id' | 'version'>[]) =>
      after(
        call('POST /reviews/approve', { body: { reviews: reviews.map(({ _id, version }) => ({ _id, version })) } }),
      ),
    hide: (id: string, reason: string) => after(call('POST /reviews/:id/hide', { params: { id }, body: { reason } })),
    reply: (id: string, reply: string, version: number) =>
      after(call('PUT /reviews/:id/reply', { params: { id }, body: { reply, version } })),
    deleteReply: (id: string) => after(call('DELETE /reviews/:id/reply', { params: { id } })),
  }
}
