import type { ReactNode } from 'react'

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
