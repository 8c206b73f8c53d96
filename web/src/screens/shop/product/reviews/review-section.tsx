import { type OwnReview as OwnReviewData, type Product, paths, REVIEWS_SHOWN } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '../../../../lib/current-user.ts'
import { countLabel } from '../../../../lib/format.ts'
import { untilKnown, useHydrated } from '../../../../lib/hydrated.ts'
import { Link } from '../../../../lib/link.tsx'
import { dataQuery } from '../../../../lib/query-keys.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Rating } from '../../../../ui/rating.tsx'
import { ReviewItem } from './review-item.tsx'

const OwnReview = lazyPart(async () => (await import('./own-review.tsx')).OwnReview)
const NewReview = lazyPart(async () => (await import('./own-review.tsx')).NewReview)
const RemoveReview = lazyPart(async () => (await import('./own-review.tsx')).RemoveReview)

export function ReviewSection({ product }: { product: Product }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isNew, setIsNew] = useState(false)
  const own = useOwnReview(product._id)
  // The focused button is removed with its review.
  const handleRemoved = () => heading.current?.focus()

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
          onRemoved={handleRemoved}
          ownItem={
            own && (
              <Suspense fallback={<ReviewItem review={own} mark="Your review" actions={<div className="h-13" />} />}>
                <OwnReview productId={product._id} review={own} isNew={isNew} onDeleted={handleRemoved} />
              </Suspense>
            )
          }
        />
        <div id="your-review">
          <LoginToReview />
          {own === null && (
            <Suspense>
              <NewReview productId={product._id} onSubmitted={() => setIsNew(true)} />
            </Suspense>
          )}
        </div>
      </div>
    </section>
  )
}

interface ReviewListProps {
  product: Product
  /** The customer's own review, which is shown first, as `ownItem`. */
  own: OwnReviewData | null | undefined
  ownItem: ReactNode
  onRemoved: () => void
}

/** The newest reviews, and fifty more on each press. */
function ReviewList({ product, own, ownItem, onRemoved }: ReviewListProps) {
  const isAdmin = useCurrentUser()?.role === 'admin'
  const [wanted, setWanted] = useState(REVIEWS_SHOWN)
  // The product itself contains only the newest.
  const reviews = dataQuery('GET /products/:id/reviews', { params: { id: product._id } })
  const all = useQuery({ ...reviews, enabled: wanted > REVIEWS_SHOWN })
  const known = (all.data ?? product.reviews).slice(0, wanted)
  const others = known.filter(({ _id }) => _id !== own?._id)
  if (others.length === 0 && !own) return <p className="text-ink-2">No reviews yet.</p>

  const hasMore = known.length < (all.data?.length ?? product.rating.count)
  return (
    <>
      <ul className="divide-y divide-line">
        {own && <li className="pb-7">{ownItem}</li>}
        {others.map(review => (
          <li key={review._id} className="py-7 first:pt-0">
            <ReviewItem review={review} />
            {isAdmin && (
              // In the gap between two reviews, so that nothing moves when it appears.
              <div className="-mb-7 flex h-7 items-center">
                <Suspense>
                  <RemoveReview productId={product._id} review={review} onRemoved={onRemoved} />
                </Suspense>
              </div>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="outline" loading={all.isFetching} onClick={() => setWanted(known.length + REVIEWS_SHOWN)}>
          Show more reviews
        </Button>
      )}
    </>
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
      <Link to={paths.login(`${pathname}#your-review`)} className="text-ink underline underline-offset-3">
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
  const own = dataQuery('GET /products/:productId/reviews/current-user', { params: { productId } })
  const { data, isError } = useQuery({ ...own, enabled: user !== null })
  // When loading fails, the form is shown: the server refuses a second review.
  return user ? (isError && data === undefined ? null : data) : undefined
}
