import type { ReviewInput } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../../../lib/api.ts'
import { SubmitButton } from '../../../../ui/form.tsx'
import { KeepTyped } from '../../../../ui/keep-typed.tsx'
import { useReviewChanges, YOUR_REVIEW } from './review-changes.ts'
import { ReviewForm } from './review-form.tsx'

/** Loaded for signed-in customers without a review of the product. */
export function NewReview({ productId, onSubmitted }: { productId: string; onSubmitted: () => void }) {
  const { submit } = useReviewChanges(productId)
  const isDone = useRef(false)
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const { data: terms } = useQuery(reviewTermsQuery(productId))

  // The form is loaded after the browser has looked for the address's target, as on the way back from the login.
  useEffect(() => {
    if (hash === YOUR_REVIEW) section.current?.scrollIntoView({ block: 'center' })
  }, [hash])

  if (terms && !terms.mayReview)
    return <p className="text-ink-2">Only customers who have bought this product can review it.</p>

  async function handleSubmit(input: ReviewInput) {
    const answer = await submit(input)
    isDone.current = true
    onSubmitted()
    return answer
  }

  return (
    <section
      ref={section}
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

/** Whether this customer may review the product, and whether a review waits for approval; loaded with the form. */
const reviewTermsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['products', productId, 'review-terms'],
    queryFn: async () => (await call('GET /products/:productId/reviews/terms', { params: { productId } })).data,
  })
