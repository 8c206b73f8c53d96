import { type ReviewInput, reviewInput } from '@mela/contract'
import { CircleAlert, Star } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { countLabel } from '../../../../lib/format.ts'
import { cx, type Elements } from '../../../../ui/cx.ts'
import { Form } from '../../../../ui/form.tsx'
import { TextField, useField } from '../../../../ui/text-field.tsx'

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

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

/** One to five stars as radio buttons, so that arrow keys choose; must be inside a `Form`. */
function StarField({ name, label }: { name: string; label: string }) {
  const { registration, error } = useField(name)
  const chosen = Number(useWatch({ name }) ?? 0)
  const [hovered, setHovered] = useState(0)
  const noteId = useId()
  const shown = hovered || chosen

  return (
    <fieldset aria-describedby={error && noteId} className="grid gap-1">
      <legend className="type-ui">{label}</legend>
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
