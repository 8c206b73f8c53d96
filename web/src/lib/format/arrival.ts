import { useEffect } from 'react'
import { useLocation } from 'react-router'

const waiting = new Set<() => void>()

/**
 * Does something once the next page is drawn: `await navigate()` returns before, while the old page still minds what is
 * taken from it.
 */
export function onArrival(work: () => void): void {
  waiting.add(work)
}

/** True on the way to such a page: until it is drawn, nobody is sent anywhere else. */
export const isLeaving = (): boolean => waiting.size > 0

/** For the layout that all pages share. */
export function useArrivals(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page that is drawn is one
  useEffect(() => {
    for (const work of waiting) work()
    waiting.clear()
  }, [key])
}
