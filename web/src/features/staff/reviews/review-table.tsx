import type { ReviewState, StaffReview } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText, X } from 'lucide-react'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { ReviewActions } from './review-actions.tsx'
import { authorOf, reviewColumns } from './review-columns.tsx'
import { staffReviewsQuery, useModeration } from './staff-reviews.api.ts'

interface ReviewTableProps {
  state: ReviewState | undefined
  path: string
  empty: string
}

/** The id of a ticked row: a review that changes loses its tick, because staff have not read the new version. */
const readAs = ({ _id, version }: StaffReview) => `${_id} ${version}`

/** The queue of reviews; several reviews that are not public can be approved together. */
export function ReviewTable({ state, path, empty }: ReviewTableProps) {
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
