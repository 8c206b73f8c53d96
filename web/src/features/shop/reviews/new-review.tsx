import type { ReviewInput } from '@mela/contract'
import { KeepTyped } from '../../../ui/forms/keep-typed.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useReviewChanges } from './review-changes.ts'
import { ReviewForm } from './review-form.tsx'

/** Loaded for signed-in customers without a review of the product. */
export function NewReview({ productId, onSubmitted }: { productId: string; onSubmitted: () => void }) {
  const { submit } = useReviewChanges(productId)

  async function handleSubmit(input: ReviewInput) {
    const answer = await submit(input)
    onSubmitted()
    return answer
  }

  return (
    <section
      aria-labelledby="write-a-review"
      className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-6"
    >
      <h3 id="write-a-review" className="type-h3">
        Write a review
      </h3>
      <ReviewForm onSubmit={handleSubmit} success="Review submitted successfully!">
        <KeepTyped name="review" />
        <SubmitButton className="justify-self-start max-sm:w-full">Submit review</SubmitButton>
      </ReviewForm>
    </section>
  )
}
