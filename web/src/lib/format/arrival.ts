import { useEffect } from 'react'
import { useLocation } from 'react-router'

const waiting = new Set<() => void>()

/**
 * Runs a function once the next page is drawn: `await navigate()` returns before, while the old page still reacts to
 * the change.
 */
export function onArrival(work: () => void): void {
  waiting.add(work)
}

/** True until that page is drawn: other redirects must not interfere. */
export const isLeaving = (): boolean => waiting.size > 0

export function useArrivals(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page that is drawn is one
  useEffect(() => {
    for (const work of waiting) work()
    waiting.clear()
  }, [key])
}
