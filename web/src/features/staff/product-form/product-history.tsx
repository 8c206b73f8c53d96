import type { FieldChange, ProductAuditEvent } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { Time } from '../../../ui/values/time.tsx'
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
                <AuditEvent
                  key={auditEvent.id}
                  auditEvent={auditEvent}
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

function AuditEvent({
  auditEvent,
  isUndoing,
  onUndo,
}: {
  auditEvent: ProductAuditEvent
  isUndoing: boolean
  onUndo: () => void
}) {
  const { actor, at, changes, canUndo, isUndone } = auditEvent
  const who = actor ? (actor.name ? `${actor.name.firstName} ${actor.name.lastName}` : 'Somebody who left') : 'The shop'

  return (
    <li className="grid gap-2 border-line py-4 not-last:border-b first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="font-semibold">{auditEvent.action}</span> by {who}
          <span className="type-small block text-ink-2">
            <Time value={at} style="date-time" />
          </span>
        </p>
        {isUndone && <span className="type-small text-ink-2">Undone</span>}
        {canUndo && (
          <Button
            variant="ghost"
            size={40}
            loading={isUndoing}
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

function Changes({ changes }: { changes: FieldChange[] }) {
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-ink-2">{field}</dt>
          <dd className="wrap-anywhere">
            {before !== null && (
              <>
                <span className="sr-only">before: </span>
                <s className="text-ink-3">{before}</s> <span className="sr-only">, now: </span>
              </>
            )}
            {after}
          </dd>
        </div>
      ))}
    </dl>
  )
}
