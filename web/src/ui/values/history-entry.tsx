import { Undo2 } from 'lucide-react'
import { Button } from '../buttons/button.tsx'
import { Time } from './time.tsx'

interface HistoryEntryProps {
  /** Who made the change: null for the shop itself, and `name: null` when the account is closed. */
  actor: { name: { firstName: string; lastName: string } | null } | null
  at: string
  /** The action in words, such as 'Updated'. */
  action: string
  changes: { field: string; before: string | null; after: string | null }[]
  canUndo: boolean
  isUndone?: boolean
  isUndoing: boolean
  onUndo: () => void
}

/** A change with who made it, the values before and after, and a button that undoes it. */
export function HistoryEntry(props: HistoryEntryProps) {
  const { actor, at, action, changes, canUndo, isUndone, isUndoing, onUndo } = props
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

function Changes({ changes }: Pick<HistoryEntryProps, 'changes'>) {
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-ink-2">{field}</dt>
          <dd className="wrap-anywhere">
            {before !== null && (
              <>
                <span className="sr-only">before: </span>
                <s dir="auto" className="text-ink-3">
                  {before}
                </s>{' '}
                <span className="sr-only">, now: </span>
              </>
            )}
            <span dir="auto">{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
