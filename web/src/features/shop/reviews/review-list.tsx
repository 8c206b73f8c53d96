import { type OwnReview, type Product, REVIEWS_SHOWN } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ReviewItem } from './review-item.tsx'
import { reviewsQuery } from './reviews.api.ts'

const RemoveReview = lazyPart(async () => (await import('./remove-review.tsx')).RemoveReview)

interface ReviewListProps {
  product: Product
  /** The customer's own review, which is shown first, as `ownItem`. */
  own?: OwnReview | null
  ownItem?: ReactNode
  /** Called when an admin has deleted the review of another customer. */
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
