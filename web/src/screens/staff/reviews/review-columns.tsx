import { productPath, type ReviewState, type StaffReview, staffPaths } from '@mela/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from '../../../ui/data-table.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'

const STATES: Record<ReviewState, { label: string; tone: 'warn' | 'danger' | 'plain' }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  shown: { label: 'Shown', tone: 'plain' },
  hidden: { label: 'Hidden', tone: 'danger' },
}

export const authorOf = ({ user: { name } }: StaffReview) => `${name.firstName} ${name.lastName}`

/** Columns with the text, author, product, state and actions of a review. */
export const reviewColumns = (actions: (review: StaffReview) => ReactNode): Column<StaffReview>[] => [
  {
    key: 'review',
    head: 'Review',
    className: 'w-full',
    inCard: 'max-md:col-span-2',
    cell: review => (
      <div className="grid max-w-[65ch] gap-1 py-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Rating average={review.rating} />
          <span className="type-small text-ink-2">
            <Time value={review.createdAt} />
          </span>
          {review.verified && <Tag>Verified buyer</Tag>}
        </div>
        <p dir="auto" className="wrap-anywhere font-semibold">
          {review.title}
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
          {review.comment}
        </p>
        {review.reason !== null && (
          <p dir="auto" className="type-small wrap-anywhere text-danger">
            {`${review.state === 'hidden' ? 'Hidden' : 'Was hidden'}: ${review.reason}`}
          </p>
        )}
        {review.reply && (
          <p className="wrap-anywhere whitespace-pre-line border-line border-l-2 pl-3 text-ink-2">
            <span className="font-medium text-ink">Your reply:</span> <span dir="auto">{review.reply.text}</span>
          </p>
        )}
        {review.isReplyHeld && review.state !== 'hidden' && (
          <p className="type-small text-danger">
            The review was changed after your reply, which is not shown until you save it again.
          </p>
        )}
      </div>
    ),
  },
  {
    key: 'author',
    head: 'Author and product',
    className: 'min-w-44',
    inCard: 'max-md:col-span-2',
    cell: review => (
      <>
        <Link
          to={staffPaths.customer(review.author)}
          className="wrap-anywhere inline-block py-1 font-semibold underline-offset-3 hover:underline"
        >
          {authorOf(review)}
        </Link>
        <br />
        <Link
          to={productPath(review.product)}
          className="type-small wrap-anywhere inline-block py-1 text-ink-2 underline-offset-3 hover:underline"
        >
          {review.product.name}
        </Link>
      </>
    ),
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  {
    key: 'actions',
    head: 'Actions',
    isHeadHidden: true,
    align: 'right',
    inCard: 'max-md:col-span-2',
    cell: actions,
  },
]
