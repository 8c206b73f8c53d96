import type { Product, Review } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Rating } from '../../ui/rating.tsx'
import { Time } from '../../ui/time.tsx'
import { reviewsQuery } from './reviews.api.ts'

/** The newest reviews, and the rest of them when asked for (DECISIONS B102). */
export function ReviewList({ product }: { product: Product }) {
  const [areAllWanted, setAllWanted] = useState(false)
  const all = useQuery({ ...reviewsQuery(product._id), enabled: areAllWanted })
  const reviews = all.data ?? product.reviews
  if (reviews.length === 0) return <p className="text-ink-2">No reviews yet.</p>

  return (
    <>
      <ul className="divide-y divide-line">
        {reviews.map(review => (
          <li key={review._id} className="py-7 first:pt-0">
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      {reviews.length < product.rating.count && !all.isSuccess && (
        <Button variant="outline" loading={all.isFetching} onClick={() => setAllWanted(true)}>
          Show more reviews
        </Button>
      )}
    </>
  )
}

function ReviewItem({ review }: { review: Review }) {
  const { user, rating, title, comment, createdAt } = review
  const { firstName, lastName } = user.name

  return (
    <article className="grid gap-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <Avatar firstName={firstName} url={user.avatar?.url} />
        <span className="type-ui font-semibold!">
          {firstName} {lastName}
        </span>
        <Rating average={rating} />
        <span className="type-small text-ink-3">
          <Time value={createdAt} />
        </span>
      </header>
      <h3 className="font-semibold">{title}</h3>
      <p className="max-w-[65ch] whitespace-pre-line wrap-anywhere text-ink-2">{comment}</p>
    </article>
  )
}
