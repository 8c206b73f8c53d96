import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { HistoryEntry } from '../../../ui/values/history-entry.tsx'
import { FormCard } from './form-card.tsx'
import { productHistoryQuery, useUndoChange } from './product-history.api.ts'

const STEP = 8

/** Audit events of a product, newest first; each change can be undone once. */
export function ProductHistory({ productId }: { productId: string }) {
  const [size, setSize] = useState(STEP)
  const history = useQuery(productHistoryQuery(productId, size))
  const undo = useUndoChange(productId)

  function handleUndo(entry: number) {
    undo.mutate(entry, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: error => toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...'),
    })
  }

  return (
    <FormCard title="History">
      <Async
        query={history}
        loading={<Skeleton className="h-24 rounded-control" />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
        empty={<p className="text-ink-2">Nothing was changed since the product came into the shop.</p>}
      >
        {({ data, meta }) => (
          <>
            <ol className="grid">
              {data.map(auditEvent => (
                <HistoryEntry
                  key={auditEvent.id}
                  {...auditEvent}
                  isUndoing={undo.isPending && undo.variables === auditEvent.id}
                  onUndo={() => handleUndo(auditEvent.id)}
                />
              ))}
            </ol>
            {meta.total > data.length && (
              <Button variant="outline" size={40} className="justify-self-start" onClick={() => setSize(size + STEP)}>
                Show more
              </Button>
            )}
          </>
        )}
      </Async>
    </FormCard>
  )
}
