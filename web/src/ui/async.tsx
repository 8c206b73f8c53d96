import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { toRefusal } from '../lib/failure.ts'
import { Button } from './button.tsx'
import type { Elements } from './cx.ts'
import { EmptyState } from './notice.tsx'

interface AsyncProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** A skeleton, or a sentence to show and announce. */
  loading: ReactNode
  /** A sentence or a block; without it, an empty list is passed to the children. */
  empty?: Elements
  error?: string
  errorPrefix?: string
  /** Not needed for lists and answers whose `data` is a list. */
  isEmpty?: (data: Data) => boolean
  /** The page's loader has waited already, so the skeleton is shown at once. */
  isLate?: boolean
  children: (data: Data) => Elements
}

const RELOAD = 'Something went wrong, please try reloading the page.'

/** The four states of loaded data. Data on screen stays when a later refresh fails. */
export function Async<Data>(props: AsyncProps<Data>) {
  const { query, loading, empty, error = RELOAD, errorPrefix = '', isEmpty = hasNoRows, isLate, children } = props
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

interface ErrorStateProps {
  message: string
  onRetry?: () => void
  children?: Elements
}

export function ErrorState({ message, onRetry, children }: ErrorStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <CircleAlert className="size-10 stroke-[1.25] text-danger" />
      <p role="alert" className="max-w-[45ch] text-danger">
        {message}
      </p>
      {onRetry && (
        <Button variant="outline" size={40} onClick={onRetry}>
          Try again
        </Button>
      )}
      {children}
    </div>
  )
}
