import type { ReactNode } from 'react'
import { toRefusal } from '../../lib/failure.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

interface AsyncProps<Data> {
  /** A TanStack Query result. */
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** A skeleton, or the sentence to show and read out. */
  loading: ReactNode
  /** The sentence, or a whole block; left out, an empty list is passed to the children. */
  empty?: ReactNode
  /** Shown when the failure has no sentence of its own. */
  error: string
  /** Put before whatever the failure says, like 'Error: '. */
  errorPrefix?: string
  /** Lists and answers whose `data` is a list know by themselves. */
  isEmpty?: (data: Data) => boolean
  /** The page's loader has waited for it already, so the skeleton shows at once. */
  isLate?: boolean
  children: (data: Data) => ReactNode
}

/** The four states of loaded data. What is on screen stays there when a later refresh fails. */
export function Async<Data>(props: AsyncProps<Data>) {
  const { query, loading, empty, error, errorPrefix = '', isEmpty = hasNoRows, isLate, children } = props
  if (query.data !== undefined) {
    if (empty === undefined || !isEmpty(query.data)) return children(query.data)
    return typeof empty === 'string' ? <EmptyState text={empty} /> : empty
  }

  if (query.error) {
    const message = `${errorPrefix}${toRefusal(query.error).message ?? error}`
    return <ErrorState message={message} onRetry={() => void query.refetch()} />
  }

  return (
    <div aria-busy="true" className={isLate ? undefined : 'appear-late'}>
      {typeof loading === 'string' ? (
        <p role="status" className="py-16 text-center text-ink-2">
          {loading}
        </p>
      ) : (
        loading
      )}
    </div>
  )
}

function hasNoRows(data: unknown): boolean {
  const rows = (data as { data?: unknown } | null)?.data ?? data
  return Array.isArray(rows) && rows.length === 0
}
