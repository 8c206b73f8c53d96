import { type OwnReview as OwnReviewData, type Review, type ReviewInput, reviewInput } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../../lib/api.ts'
import { countLabel } from '../../../../lib/format.ts'
import { dataQuery, refresh, useRefreshAfter } from '../../../../lib/query-keys.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx'
import { cx, type Elements } from '../../../../ui/cx.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../../../ui/form.tsx'
import { KeepTyped, useIsCutOff } from '../../../../ui/keep-typed.tsx'
import { TextField, useField } from '../../../../ui/text-field.tsx'
import { ReviewItem } from './review-item.tsx'

/** Loaded for signed-in customers without a review of the product. */
export function NewReview({ productId, onSubmitted }: { productId: string; onSubmitted: () => void }) {
  const queryClient = useQueryClient()
  const isDone = useRef(false)
  const { data: terms } = useQuery(dataQuery('GET /products/:productId/reviews/terms', { params: { productId } }))

  if (terms && !terms.mayReview)
    return <p className="text-ink-2">Only customers who have bought this product can review it.</p>

  async function handleSubmit(body: ReviewInput) {
    await call('POST /products/:productId/reviews', { params: { productId }, body })
    isDone.current = true
    onSubmitted()
    void refresh(queryClient, 'products')
  }

  return (
    <section
      aria-labelledby="write-a-review"
      className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-6"
    >
      <h3 id="write-a-review" className="type-h3">
        Write a review
      </h3>
      {terms?.isApproved && <p className="text-ink-2">Your review is shown once the shop has approved it.</p>}
      <ReviewForm onSubmit={handleSubmit} success="Review submitted successfully!">
        <KeepTyped name="review" isDone={isDone} />
        <SubmitButton className="justify-self-start max-sm:w-full">Submit review</SubmitButton>
      </ReviewForm>
    </section>
  )
}

const EDIT = 'own-review'

interface OwnReviewProps {
  productId: string
  review: OwnReviewData
  /** Whether the review was just submitted: it takes the focus, because the form is removed. */
  isNew: boolean
  onDeleted: () => void
}

export function OwnReview({ productId, review, isNew, onDeleted }: OwnReviewProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [isEditing, setIsEditing] = useState(useIsCutOff(EDIT))
  const isDone = useRef(false)
  const after = useRefreshAfter('products')
  const close = () => setIsEditing(false)

  function endEdit() {
    isDone.current = true
    close()
  }

  useEffect(() => {
    if (isNew) ref.current?.focus()
  }, [isNew])

  async function handleEdit(body: ReviewInput) {
    const params = { productId, reviewId: review._id }
    const answer = await after(call('PUT /products/:productId/reviews/:reviewId', { params, body }))
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
              <Button variant="outline" size={40} onClick={() => setIsEditing(true)}>
                Edit
              </Button>
              <ConfirmButton
                label="Delete"
                variant="ghost"
                size={40}
                className="text-danger!"
                title="Delete your review?"
                action="Delete review"
                perform={() => after(call('DELETE /products/:productId/reviews', { params: { productId } }))}
                onDone={onDeleted}
                fallback="An error occurred while deleting your review."
              >
                <p className="text-ink-2">
                  Your stars and your words will be gone from this product. You may write a new review.
                </p>
              </ConfirmButton>
            </div>
          </>
        }
      />
      {isEditing && (
        <Dialog onClose={close} title="Edit your review">
          <ReviewForm review={review} onSubmit={handleEdit}>
            <KeepTyped name={EDIT} isDone={isDone} />
            <FormActions onCancel={endEdit}>Save review</FormActions>
          </ReviewForm>
        </Dialog>
      )}
    </div>
  )
}

interface RemoveReviewProps {
  productId: string
  review: Review
  /** Called once the review is gone from the page, and its button with it. */
  onRemoved: () => void
}

export function RemoveReview({ productId, review, onRemoved }: RemoveReviewProps) {
  const after = useRefreshAfter('products', 'audit')
  const { firstName, lastName } = review.user.name
  const params = { productId, reviewId: review._id }

  return (
    <ConfirmButton
      label="Delete"
      aria-label={`Delete the review of ${firstName} ${lastName}`}
      variant="ghost"
      size={32}
      className="-ml-3 text-danger!"
      title={`Delete the review of ${firstName} ${lastName}?`}
      action="Delete review"
      perform={() => after(call('DELETE /products/:productId/reviews/:reviewId', { params }))}
      onDone={onRemoved}
      fallback="An error occurred while deleting the review."
    >
      <p dir="auto" className="wrap-anywhere font-medium">{`“${review.title}”`}</p>
      <p className="text-ink-2">
        Its stars and words will be gone from this product, and this cannot be undone. Its author may write a new
        review. The audit log keeps that you deleted it.
      </p>
    </ConfirmButton>
  )
}

interface ReviewFormProps {
  review?: ReviewInput
  onSubmit: (input: ReviewInput) => Promise<unknown>
  success?: string
  children: Elements
}

function ReviewForm({ review, onSubmit, success, children }: ReviewFormProps) {
  const { title = '', rating = 0, comment = '' } = review ?? {}

  return (
    <Form
      schema={reviewInput}
      defaultValues={{ title, rating: rating ? String(rating) : '', comment }}
      onSubmit={onSubmit}
      fallback="An error occurred while submitting your review."
      success={success}
    >
      <StarField />
      <TextField name="title" label="Title" counter={120} help="10 characters or more" autoComplete="off" />
      <TextField name="comment" label="Comment" multiline rows={5} counter={2000} help="20 characters or more" />
      {children}
    </Form>
  )
}

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars as radio buttons, so that arrow keys choose. */
function StarField() {
  const { registration, error } = useField('rating')
  const chosen = Number(useWatch({ name: 'rating' }) ?? 0)
  const [hovered, setHovered] = useState(0)
  const noteId = useId()
  const shown = hovered || chosen

  return (
    <fieldset aria-describedby={error && noteId} className="grid gap-1">
      <legend className="type-ui">Your rating</legend>
      <div className="-ml-2 flex flex-wrap items-center" onPointerLeave={() => setHovered(0)}>
        {words.map((word, index) => (
          <label
            key={word}
            className="relative grid size-11 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus"
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(index + 1)}
          >
            <input
              {...registration}
              type="radio"
              value={index + 1}
              required
              className="absolute inset-0 scroll-mt-36 cursor-pointer opacity-0"
            />
            <span className="sr-only">{`${countLabel(index + 1, 'star')}, ${word}`}</span>
            <Star
              aria-hidden="true"
              className={cx('size-7!', index < shown ? 'fill-star stroke-star' : 'stroke-edge')}
            />
          </label>
        ))}
        <span aria-hidden="true" className="type-ui pl-2 text-ink-2">
          {words[shown - 1]}
        </span>
      </div>
      {error && (
        <p id={noteId} className="type-small flex gap-1.5 text-danger">
          <CircleAlert className="mt-px size-4" /> <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
