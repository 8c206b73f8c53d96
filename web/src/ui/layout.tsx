import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** First on every page; skips the header to the element with the id `content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="type-ui fixed top-2 left-2 z-toast -translate-y-20 rounded-control bg-ink px-4 py-3 text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle className={cx('animate-spin', className)} />
}

interface TogetherProps {
  /** TanStack Query results that determine the height of the parts. */
  queries: { isPending: boolean }[]
  loading: ReactNode
  children: ReactNode
}

/**
 * Renders parts of a screen once each of their queries has data or an error, so that a late part does not move an early
 * one.
 */
export function Together({ queries, loading, children }: TogetherProps) {
  if (queries.every(({ isPending }) => !isPending)) return children

  return <div aria-busy="true">{loading}</div>
}
