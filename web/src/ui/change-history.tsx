import type { PageMeta } from '@mela/contract'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Async } from './async.tsx'
import { Button } from './button.tsx'
import type { Elements } from './cx.ts'
import { Skeleton } from './notice.tsx'
import { Time } from './time.tsx'
import { toastAnswer } from './toast.tsx'

/** Number of entries that a history shows at first and adds with each press. */
const STEP = 8

interface GrowingListProps<Row> {
  queryOf: (size: number) => { queryKey: QueryKey; queryFn: () => Promise<{ data: Row[]; meta: PageMeta }> }
  empty: string
  children: (row: Row) => Elements
}

/** A list, newest first, that grows at its end. */
export function GrowingList<Row>({ queryOf, empty, children }: GrowingListProps<Row>) {
  const [size, setSize] = useState(STEP)
  const history = useQuery({ ...queryOf(size), placeholderData: keepPreviousData })

  return (
    <Async
      query={history}
      loading={<Skeleton className="h-24 rounded-control" />}
      errorPrefix="Error: "
      empty={<p className="text-ink-2">{empty}</p>}
    >
      {({ data, meta }) => (
        <>
          <ol className="grid">{data.map(children)}</ol>
          {meta.total > data.length && (
            <Button variant="outline" size={40} className="justify-self-start" onClick={() => setSize(size + STEP)}>
              Show more
            </Button>
          )}
        </>
      )}
    </Async>
  )
}

interface ChangeHistoryProps<Change> extends Omit<GrowingListProps<Change>, 'children'> {
  undo: (id: number) => Promise<{ message: string }>
  entryOf: (change: Change) => Omit<HistoryEntryProps, 'onUndo'>
}

/** Changes of a subject. One can be undone as long as its fields still have the values that it set. */
export const ChangeHistory = <Change extends { id: number }>(props: ChangeHistoryProps<Change>) => (
  <GrowingList {...props}>
    {change => (
      <HistoryEntry key={change.id} {...props.entryOf(change)} onUndo={() => toastAnswer(props.undo(change.id))} />
    )}
  </GrowingList>
)

interface HistoryEntryProps {
  /** Who made the change: null for the shop itself, and `name: null` when the account is closed. */
  actor: { name: { firstName: string; lastName: string } | null } | null
  at: string
  action: string
  changes: { field: string; before: string | null; after: string | null }[]
  canUndo: boolean
  onUndo: () => Promise<unknown>
}

function HistoryEntry(props: HistoryEntryProps) {
  const { actor, at, action, changes, canUndo, onUndo } = props
  const who = actor ? (actor.name ? `${actor.name.firstName} ${actor.name.lastName}` : 'A former user') : 'The shop'

  return (
    <li className="grid gap-2 border-line py-4 not-last:border-b first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="font-semibold">{action}</span> <span>{`by ${who}`}</span>
          <span className="type-small block text-ink-2">
            <Time value={at} style="date-time" />
          </span>
        </p>
        {canUndo && (
          <Button
            variant="ghost"
            size={40}
            onClick={onUndo}
            aria-label={`Undo: ${changes.map(({ field }) => field).join(', ')}`}
          >
            <Undo2 className="size-4" /> Undo
          </Button>
        )}
      </div>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  )
}

export function Changes({ changes }: Pick<HistoryEntryProps, 'changes'>) {
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-ink-2">{field}</dt>
          <dd className="wrap-anywhere">
            <BeforeAndAfter before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function BeforeAndAfter({ before, after }: { before?: string | null; after: string | null }) {
  return (
    <>
      {before != null && (
        <>
          <span className="sr-only">before: </span>
          <s dir="auto" className="text-ink-3">
            {before}
          </s>{' '}
          {after !== null && <span className="sr-only">, now: </span>}
        </>
      )}
      <span dir="auto">{after}</span>
    </>
  )
}
