import {
  MOST_REHEARSED,
  orderName,
  REHEARSED_DAYS,
  type Rehearsal,
  type RehearsalInput,
  staffPaths,
} from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { Button, lineLink } from '../../../ui/button.tsx'
import { type Column, DataTable, TableSkeleton } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureNote } from '../../../ui/form.tsx'
import { Time } from '../../../ui/time.tsx'
import { Facts } from './record-parts.tsx'

interface RehearseButtonProps<Values> extends Pick<ComponentProps<typeof Button>, 'aria-label'> {
  draftOf: (values: Values) => RehearsalInput
}

/** Shows what would have differed with what its form is about to save. Must be inside a `Form`. */
export function RehearseButton<Values extends FieldValues>({ draftOf, ...button }: RehearseButtonProps<Values>) {
  const { handleSubmit } = useFormContext<FieldValues, unknown, Values>()
  const [draft, setDraft] = useState<RehearsalInput>()

  return (
    <>
      <Button
        {...button}
        variant="outline"
        size={40}
        onClick={() => void handleSubmit(values => setDraft(draftOf(values)))()}
      >
        Rehearse
      </Button>
      {draft && <RehearsalDialog draft={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}

type Row = Rehearsal['rows'][number]

const SIZE = 20

function RehearsalDialog({ draft, onClose }: { draft: RehearsalInput; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const price = usePrice()
  const signed = useSignedPrice()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['settings', 'rehearsal', draft, page],
    queryFn: async ({ signal }) =>
      (await call('POST /dashboard/rehearsals', { body: draft, query: { page, size: SIZE }, signal })).data,
    placeholderData: keepPreviousData,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  })
  const pages = Math.ceil((data?.differing ?? 0) / SIZE)

  return (
    <Dialog
      kind="wide"
      title="What would have changed?"
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-ink-2">{`The orders of the last ${REHEARSED_DAYS} days, priced again with what you are about to save. Each keeps its products, address, way of delivery and codes. Nothing is saved. ${noteOn(draft)}`}</p>
      <div role="status" className="grid gap-1.5">
        {error && <FailureNote text={failureOf(error)} />}
        {data && <Sentences rehearsal={data} />}
      </div>
      {!data && !error && <TableSkeleton rows={4} text="Pricing orders again, please wait a moment…" />}
      {data && data.differing > 0 && (
        <DataTable
          caption="Orders that would have differed"
          columns={columnsOf(price, signed)}
          rows={data.rows}
          keyOf={({ _id }) => _id}
          isOutdated={isPlaceholderData}
        />
      )}
      {pages > 1 && (
        <div className="flex items-center justify-between gap-3">
          <Button variant="outline" size={40} disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="tabular-nums">{`Page ${page} of ${pages}`}</span>
          <Button variant="outline" size={40} disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function noteOn({ discount }: RehearsalInput): string {
  if (!discount) return ''
  if (discount.isAutomatic) return 'The discount counts as if it had been there all the time.'
  return discount._id
    ? 'The discount counts for the orders that used its code.'
    : 'The discount counts as if every order had brought its code.'
}

function failureOf(error: Error): string {
  const { message = 'The shop did not answer. Please try again.', errors } = toRefusal(error)
  return errors ? `${Object.values(errors).join(' ')} Please correct this and try again.` : message
}

function useSignedPrice() {
  const price = usePrice()
  return (amount: number) => `${amount < 0 ? '−' : amount > 0 ? '+' : ''}${price(Math.abs(amount))}`
}

function Sentences({ rehearsal }: { rehearsal: Rehearsal }) {
  const { orders, differing, unpriced, refused, isCapped, difference } = rehearsal
  const signed = useSignedPrice()
  if (orders === 0) return <p>{`There is no order of the last ${REHEARSED_DAYS} days yet.`}</p>
  const priced = orders - unpriced
  const parts = { Products: difference.products, Discounts: difference.discounts, Delivery: difference.delivery }

  return (
    <>
      <p className="font-semibold">
        {differing > 0
          ? `Of ${countLabel(priced, 'order')} of the last ${REHEARSED_DAYS} days ${differing} would have differed: ${signed(difference.total)} in all.`
          : `No order of the last ${REHEARSED_DAYS} days ${priced > 0 ? 'would have differed' : 'could be compared'}.`}
      </p>
      {refused > 0 && (
        <p>{`${countLabel(refused, 'order')} would have been refused: the shop would not deliver there.`}</p>
      )}
      {unpriced > 0 && (
        <p className="text-ink-2">{`${countLabel(unpriced, 'order')} could not be priced again, because what priced them then is not known any more.`}</p>
      )}
      {isCapped && <p className="text-ink-2">{`Older orders than the newest ${MOST_REHEARSED} were left out.`}</p>}
      {differing > 0 && (
        <Facts
          className="mt-2 w-fit"
          facts={Object.fromEntries(
            Object.entries({ ...parts, Tax: difference.tax }).map(([name, amount]) => [
              name,
              amount !== 0 && signed(amount),
            ]),
          )}
        />
      )}
    </>
  )
}

function columnsOf(price: (amount: number) => string, signed: (amount: number) => string): Column<Row>[] {
  const amount = { align: 'right', isNamedInCard: true, inCard: 'max-md:text-left' } as const
  return [
    {
      head: 'Order',
      inCard: 'max-md:col-span-2',
      cell: order => (
        <>
          <Link to={staffPaths.order(order._id)} target="_blank" className={lineLink}>
            {orderName(order)}
          </Link>
          <span className="type-small ml-3 text-ink-2">
            <Time value={order.createdAt} />
          </span>
        </>
      ),
    },
    { ...amount, head: 'Before', cell: ({ before }) => price(before) },
    { ...amount, head: 'After', cell: ({ after }) => price(after) },
    { ...amount, head: 'Tax', cell: ({ difference }) => signed(difference.tax) },
    { ...amount, head: 'Difference', className: 'font-semibold', cell: ({ difference }) => signed(difference.total) },
  ]
}
