import { type OwnReview, type Product, REVIEWS_SHOWN, type Review } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../../../../lib/api.ts'
import { useCurrentUser } from '../../../../lib/current-user.ts'
import { lazyPart } from '../../../../lib/lazy-part.tsx'
import { dataQuery } from '../../../../lib/query-keys.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Elements } from '../../../../ui/cx.ts'
import { Rating } from '../../../../ui/rating.tsx'
import { Time } from '../../../../ui/time.tsx'

/** All reviews of a product; the product itself contains only the newest. */
const reviewsQuery = (id: string) => dataQuery('GET /products/:id/reviews', { params: { id } })

export const ownReviewQuery = (productId: string, userId = '') =>
  queryOptions({
    queryKey: ['products', productId, 'own-review', userId],
    queryFn: async () => (await call('GET /products/:productId/reviews/current-user', { params: { productId } })).data,
    enabled: userId !== '',
  })

const RemoveReview = lazyPart(async () => (await import('./remove-review.tsx')).RemoveReview)

interface ReviewListProps {
  product: Product
  /** The customer's own review, which is shown first, as `ownItem`. */
  own?: OwnReview | null
  ownItem?: ReactNode
  onRemoved: () => void
}

/** The newest reviews, and fifty more on each press. */
export function ReviewList({ product, own, ownItem, onRemoved }: ReviewListProps) {
  const isAdmin = useCurrentUser()?.role === 'admin'
  const [wanted, setWanted] = useState(REVIEWS_SHOWN)
  const all = useQuery({ ...reviewsQuery(product._id), enabled: wanted > REVIEWS_SHOWN })
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

export function ReviewItem({ review, mark, actions }: { review: Review; mark?: string; actions?: Elements }) {
  const { user, rating, title, comment, createdAt, verified, reply } = review
  const { firstName, lastName } = user.name

  return (
    <article className="grid gap-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <Avatar firstName={firstName} url={user.avatar?.url} />
        <span dir="auto" className="type-ui wrap-anywhere font-semibold!">{`${firstName} ${lastName}`}</span>
        {mark && <span className="type-small rounded-full bg-ink px-2.5 py-0.5 font-medium text-paper">{mark}</span>}
        <Rating average={rating} />
        <span className="type-small text-ink-3">
          <Time value={createdAt} />
        </span>
        {verified && (
          <span className="type-small inline-flex items-center gap-1 font-medium text-success">
            <BadgeCheck className="size-4" /> Verified buyer
          </span>
        )}
      </header>
      <h3 dir="auto" className="font-semibold">
        {title}
      </h3>
      <p dir="auto" className="max-w-[65ch] whitespace-pre-line wrap-anywhere text-ink-2">
        {comment}
      </p>
      {reply && (
        <p className="max-w-[65ch] whitespace-pre-line wrap-anywhere text-ink-2">
          <b>The shop: </b>
          <span dir="auto">{reply.text}</span>
        </p>
      )}
      {actions}
    </article>
  )
}
