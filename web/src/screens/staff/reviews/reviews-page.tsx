import { productPath, type ReviewState, type StaffReview, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import { Section, useList } from '../layout/section.tsx'
import { approveReviews, authorOf, ReviewActions, useModeration } from './review-actions.tsx'

const lists = [
  { to: staffPaths.reviews, label: 'All', state: '', empty: 'No reviews.' },
  {
    to: staffPaths.waitingReviews,
    label: 'Waiting',
    state: 'waiting',
    empty: 'No reviews are waiting for approval.',
  },
  { to: staffPaths.shownReviews, label: 'Shown', state: 'shown', empty: 'No reviews are shown.' },
  { to: staffPaths.hiddenReviews, label: 'Hidden', state: 'hidden', empty: 'No reviews are hidden.' },
] as const

/** The id of a ticked row: a review that changes loses its tick, because staff have not read the new version. */
const readAs = ({ _id, version }: StaffReview) => `${_id} ${version}`

export function ReviewsPage() {
  const { state, empty } = useList(lists)
  const query = { ...useListParams().query, state }
  const reviews = useQuery(listQuery('GET /reviews', { query }))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rows = reviews.isPlaceholderData ? [] : (reviews.data?.data ?? [])
  const chosen = rows.filter(review => selected.has(readAs(review)) && review.state !== 'shown')
  const after = useModeration()
  const clear = () => setSelected(new Set())

  async function handleApprove() {
    if (await toastAnswer(after(approveReviews(chosen)), 'An error occurred while approving the reviews.')) clear()
  }

  return (
    <Section title="Reviews" links={lists}>
      <KeywordForm label="Search reviews" />
      <PagedTable<StaffReview>
        query={reviews}
        caption="Reviews"
        columns={reviewColumns}
        keyOf={({ _id }) => _id}
        selection={
          state === 'shown'
            ? undefined
            : { selected, onChange: setSelected, idOf: readAs, labelOf: review => `the review of ${authorOf(review)}` }
        }
        loading="Loading reviews, please wait a moment..."
        empty={empty}
        emptyIcon={MessageSquareText}
      />
      <SelectionBar label="Selected reviews" count={chosen.length} onClear={clear}>
        <Button variant="outline" size={40} loading={false} onClick={handleApprove}>
          Approve
        </Button>
      </SelectionBar>
    </Section>
  )
}

const STATES: Record<ReviewState, { label: string; tone: 'warn' | 'danger' | 'plain' }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  shown: { label: 'Shown', tone: 'plain' },
  hidden: { label: 'Hidden', tone: 'danger' },
}

const reviewColumns: Column<StaffReview>[] = [
  {
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
    head: 'State',
    cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  {
    head: 'Actions',
    isHeadHidden: true,
    align: 'right',
    inCard: 'max-md:col-span-2',
    cell: review => <ReviewActions review={review} />,
  },
]
