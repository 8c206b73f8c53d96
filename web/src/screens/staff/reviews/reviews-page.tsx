import { type ReviewState, type StaffReview, staffPaths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MessageSquareText, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { type ListParams, useListParams } from '../../../lib/list-params.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { Section } from '../layout/section.tsx'
import { ReviewActions } from './review-actions.tsx'
import { authorOf, reviewColumns } from './review-columns.tsx'
import { useModeration } from './reviews.api.ts'

const lists = {
  all: { path: staffPaths.reviews, state: undefined, empty: 'No reviews.' },
  waiting: { path: staffPaths.waitingReviews, state: 'waiting', empty: 'No reviews are waiting for approval.' },
  shown: { path: staffPaths.shownReviews, state: 'shown', empty: 'No reviews are shown.' },
  hidden: { path: staffPaths.hiddenReviews, state: 'hidden', empty: 'No reviews are hidden.' },
} as const

const links = [
  { to: staffPaths.reviews, label: 'All' },
  { to: staffPaths.waitingReviews, label: 'Waiting' },
  { to: staffPaths.shownReviews, label: 'Shown' },
  { to: staffPaths.hiddenReviews, label: 'Hidden' },
]

export function ReviewsPage({ list }: { list: keyof typeof lists }) {
  const { keyword, params } = useListParams()
  const { path } = lists[list]

  return (
    <Section title="Reviews" links={links}>
      <KeywordForm action={path} label="Search reviews" keyword={keyword} params={params} />
      <ReviewTable {...lists[list]} />
    </Section>
  )
}

interface ReviewTableProps {
  state: ReviewState | undefined
  path: string
  empty: string
}

/** The id of a ticked row: a review that changes loses its tick, because staff have not read the new version. */
const readAs = ({ _id, version }: StaffReview) => `${_id} ${version}`

/** The queue of reviews; several reviews that are not public can be approved together. */
function ReviewTable({ state, path, empty }: ReviewTableProps) {
  const address = useListParams()
  const reviews = useQuery(staffReviewsQuery(state, address))
  const { approve } = useModeration()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isPending, setIsPending] = useState(false)
  const rows = reviews.isPlaceholderData ? [] : (reviews.data?.data ?? [])
  const chosen = rows.filter(review => selected.has(readAs(review)) && review.state !== 'shown')
  const clear = () => setSelected(new Set())
  const said = chosen.length > 0 && `${chosen.length} selected`

  async function handleApprove() {
    setIsPending(true)
    try {
      toastSuccess((await approve(chosen)).message)
      clear()
    } catch (error) {
      toastError(toRefusal(error).message ?? 'An error occurred while approving the reviews.')
    } finally {
      setIsPending(false)
    }
  }

  return (
    <>
      <PagedTable<StaffReview>
        query={reviews}
        path={path}
        params={address.params}
        caption="Reviews"
        columns={reviewColumns(review => <ReviewActions review={review} />)}
        keyOf={({ _id }) => _id}
        {...(state !== 'shown' && {
          selection: {
            selected,
            onChange: setSelected,
            idOf: readAs,
            labelOf: review => `the review of ${authorOf(review)}`,
          },
        })}
        loading="Loading reviews, please wait a moment..."
        error="Something went wrong, please try reloading the page."
        empty={empty}
        emptyIcon={MessageSquareText}
      />
      <span role="status" className="sr-only">
        {said}
      </span>
      <section
        hidden={!said}
        aria-label="Selected reviews"
        className="sticky bottom-4 z-2 mx-auto flex max-w-full items-center gap-2 rounded-tile border border-line bg-surface py-2 pr-2 pl-4 shadow-menu"
      >
        <span aria-hidden className="type-ui mr-2 tabular-nums">
          <span>{chosen.length}</span> <span className="max-sm:hidden">selected</span>
        </span>
        <Button variant="outline" size={40} loading={isPending} onClick={() => void handleApprove()}>
          Approve
        </Button>
        <IconButton label="Clear the selection" size={40} tipEnd className="text-ink-2" onClick={clear}>
          <X />
        </IconButton>
      </section>
    </>
  )
}

const staffReviewsQuery = (state: ReviewState | undefined, { page, size, keyword }: ListParams) => {
  const query = { page, size: size ?? '', keyword, state: state ?? '' }
  return queryOptions({
    queryKey: ['reviews', 'staff', query],
    queryFn: () => call('GET /reviews', { query }),
    ...keepRows,
  })
}
