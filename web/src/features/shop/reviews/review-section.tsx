import type { Product } from '@mela/contract'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { Link } from '../../../lib/link.tsx'
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { LoginToReview } from './login-to-review.tsx'
import { ReviewItem } from './review-item.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewSummary } from './review-summary.tsx'
import { useOwnReview } from './reviews.api.ts'

const OwnReview = lazyPart(async () => (await import('./own-review.tsx')).OwnReview)
const NewReview = lazyPart(
  async () => (await import('./new-review.tsx')).NewReview,
  () => <NotLoaded />,
)

/** Reviews of the product; signed-in customers add theirs or edit it. */
export function ReviewSection({ product }: { product: Product }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [lastAct, setLastAct] = useState<'submitted' | 'deleted'>()
  const own = useOwnReview(product._id)

  // The focused button was removed with the review.
  useEffect(() => {
    if (lastAct === 'deleted' && own === null) heading.current?.focus()
  }, [lastAct, own])

  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="mt-12 grid gap-8 border-line border-t pt-10 md:mt-16 lg:grid-cols-[1fr_3fr] lg:gap-12"
    >
      <div>
        <h2 id="reviews-title" ref={heading} tabIndex={-1} className="type-h2 outline-none">
          Reviews
        </h2>
        <ReviewSummary rating={product.rating} />
        <Link
          to={{ hash: '#your-review' }}
          className={cx('type-ui mt-3 inline-block py-2.5 underline underline-offset-3', own && 'invisible')}
        >
          Write a review
        </Link>
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <ReviewList
          product={product}
          own={own}
          onRemoved={() => heading.current?.focus()}
          ownItem={
            own && (
              <Suspense fallback={<ReviewItem review={own} mark="Your review" actions={<div className="h-13" />} />}>
                <OwnReview
                  productId={product._id}
                  review={own}
                  isNew={lastAct === 'submitted'}
                  onDeleted={() => setLastAct('deleted')}
                />
              </Suspense>
            )
          }
        />
        <div id="your-review">
          <LoginToReview />
          {own === null && (
            <Suspense>
              <NewReview productId={product._id} onSubmitted={() => setLastAct('submitted')} />
            </Suspense>
          )}
        </div>
      </div>
    </section>
  )
}
