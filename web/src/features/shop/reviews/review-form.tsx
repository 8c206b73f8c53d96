import { type ReviewInput, reviewInput } from '@mela/contract'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { StarField } from './star-field.tsx'

interface ReviewFormProps {
  /** Initial values. */
  review?: ReviewInput
  onSubmit: (input: ReviewInput) => Promise<unknown>
  /** The toast; the server's message by default. */
  success?: string
  children: Elements
}

export function ReviewForm({ review, onSubmit, success, children }: ReviewFormProps) {
  const { title = '', rating = 0, comment = '' } = review ?? {}

  return (
    <Form
      schema={reviewInput}
      defaultValues={{ title, rating: rating ? String(rating) : '', comment }}
      onSubmit={onSubmit}
      fallback="An error occurred while submitting your review."
      success={success}
    >
      <StarField name="rating" label="Your rating" />
      <TextField name="title" label="Title" counter={120} help="10 characters or more" autoComplete="off" />
      <TextField name="comment" label="Comment" multiline rows={5} counter={2000} help="20 characters or more" />
      {children}
    </Form>
  )
}
