import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { storedUser } from '../current-user.ts'

const waiting = new Set<() => void>()

/**
 * Runs `forget` for the present user once the next page is drawn: `await navigate()` returns before, while the old page
 * still reacts to the change. It does not run when another user has signed in by then, in another tab.
 */
export function onArrival(forget: () => void): void {
  const userId = storedUser()?.id
  waiting.add(() => {
    const user = storedUser()
    if (!user || user.id === userId) forget()
  })
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
