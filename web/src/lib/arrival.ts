import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { storedUser } from './current-user.ts'

const waiting = new Set<() => void>()

/**
 * Runs `forget` for the present user once the next page is rendered: `await navigate()` resolves earlier, while the old
 * page would still react to the change. Does not run when another user has signed in meanwhile, in another tab.
 */
export function onArrival(forget: () => void): void {
  const userId = storedUser()?.id
  waiting.add(() => {
    const user = storedUser()
    if (!user || user.id === userId) forget()
  })
}

/** True until the next page is rendered: other redirects must not interfere. */
export const isLeaving = (): boolean => waiting.size > 0

export function useArrivals(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every rendered page
  useEffect(() => {
    for (const work of waiting) work()
    waiting.clear()
  }, [key])
}

/** State of a step to the shipping page by the cart or a login: it may go on to the review by itself. */
export const onTheWay = { isOnTheWay: true }
