import type { PageMeta } from '@mela/contract'
import type { ComponentProps } from 'react'
import { toRefusal } from '../../lib/failure.ts'
import { Button } from '../buttons/button.tsx'
import { Async } from '../feedback/async.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { toastError, toastSuccess } from '../toasts/toast.tsx'
import { HistoryEntry } from './history-entry.tsx'

/** Number of entries that a history shows at first and adds with each press. */
export const HISTORY_STEP = 8

type Entry = Omit<ComponentProps<typeof HistoryEntry>, 'isUndoing' | 'onUndo'>

interface ChangeHistoryProps<Change> {
  query: ComponentProps<typeof Async<{ data: Change[]; meta: PageMeta }>>['query']
  undo: {
    isPending: boolean
    variables: number | undefined
    mutate: (
      id: number,
      then: { onSuccess: (answer: { message: string }) => void; onError: (error: unknown) => void },
    ) => void
  }
  /** Converts a change to the props of its entry. */
  entryOf: (change: Change) => Entry
  empty: string
  onMore: () => void
}

/** Changes, newest first. A change can be undone as long as its fields still have the values that it set. */
export function ChangeHistory<Change extends { id: number }>(props: ChangeHistoryProps<Change>) {
  const { query, undo, entryOf, empty, onMore } = props

  function handleUndo(id: number) {
    undo.mutate(id, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: error => toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...'),
    })
  }

  return (
    <Async
      query={query}
      loading={<Skeleton className="h-24 rounded-control" />}
      errorPrefix="Error: "
      error="Something went wrong, please try reloading the page."
      empty={<p className="text-ink-2">{empty}</p>}
    >
      {({ data, meta }) => (
        <>
          <ol className="grid">
            {data.map(change => (
              <HistoryEntry
                key={change.id}
                {...entryOf(change)}
                isUndoing={undo.isPending && undo.variables === change.id}
                onUndo={() => handleUndo(change.id)}
              />
            ))}
          </ol>
          {meta.total > data.length && (
            <Button variant="outline" size={40} className="justify-self-start" onClick={onMore}>
              Show more
            </Button>
          )}
        </>
      )}
    </Async>
  )
}
