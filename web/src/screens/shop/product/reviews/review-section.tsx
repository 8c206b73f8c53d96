import { type Product, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '../../../../lib/current-user.ts'
import { countLabel } from '../../../../lib/format.ts'
import { untilKnown, useHydrated } from '../../../../lib/hydrated.ts'
import { lazyPart } from '../../../../lib/lazy-part.tsx'
import { Link } from '../../../../lib/link.tsx'
import { cx } from '../../../../ui/cx.ts'
import { NotLoaded } from '../../../../ui/not-loaded.tsx'
import { Rating } from '../../../../ui/rating.tsx'
import { ownReviewQuery, ReviewItem, ReviewList } from './review-list.tsx'

const OwnReview = lazyPart(async () => (await import('./own-review.tsx')).OwnReview)
const NewReview = lazyPart(
  async () => (await import('./own-review.tsx')).NewReview,
  () => <NotLoaded />,
)

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

function LoginToReview() {
  const isHydrated = useHydrated()
  const user = useCurrentUser()
  const { pathname } = useLocation()
  if (user) return null

  return (
    <p className={cx('text-ink-2', untilKnown(isHydrated))}>
      Please{' '}
      <Link to={paths.login(pathname)} className="text-ink underline underline-offset-3">
        login
      </Link>{' '}
      <span>to submit a review.</span>
    </p>
  )
}

function ReviewSummary({ rating }: { rating: Product['rating'] }) {
  const { average, count, stars } = rating
  if (count === 0) return null

  return (
    <div className="grid gap-1 pt-1">
      <p className="font-serif text-6xl leading-none">{average.toFixed(1)}</p>
      <Rating average={average} className="pt-1" />
      <p className="text-ink-2">{countLabel(count, 'review')}</p>
      <ul className="grid max-w-72 gap-1.5 pt-4">
        {stars
          .map((given, index) => ({ given, star: index + 1 }))
          .reverse()
          .map(({ given, star }) => (
            <StarBar key={star} star={star} given={given} count={count} />
          ))}
      </ul>
    </div>
  )
}

function StarBar({ star, given, count }: { star: number; given: number; count: number }) {
  return (
    <li className="type-small flex items-center gap-3 text-ink-2 tabular-nums">
      <span className="sr-only">{`${countLabel(star, 'star')}: ${countLabel(given, 'review')}`}</span>
      <span aria-hidden="true">{star}</span>
      <span aria-hidden="true" className="h-1.5 grow overflow-hidden rounded-full bg-ink/8">
        <span className="block h-full rounded-full bg-star" style={{ width: `${(given / count) * 100}%` }} />
      </span>
      <span aria-hidden="true" className="w-6 text-right">
        {given}
      </span>
    </li>
  )
}

/** The customer's own review of a product: null for none, undefined while it is unknown. */
function useOwnReview(productId: string) {
  const user = useCurrentUser()
  const { data, isError } = useQuery(ownReviewQuery(productId, user?.id))
  // When loading fails, the form is shown: the server refuses a second review.
  return user ? (isError ? null : data) : undefined
}
