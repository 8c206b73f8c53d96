import type { ReactNode } from 'react'

interface TogetherProps {
  /** TanStack Query results that decide how high the parts of the screen are. */
  queries: { isPending: boolean }[]
  /** A skeleton of them all. */
  loading: ReactNode
  children: ReactNode
}

/**
 * Draws parts of a screen once each of their queries has data or an error, so that what arrives first is not moved by what
 * arrives last.
 */
export function Together({ queries, loading, children }: TogetherProps) {
  if (queries.every(({ isPending }) => !isPending)) return children

  return <div aria-busy="true">{loading}</div>
}
