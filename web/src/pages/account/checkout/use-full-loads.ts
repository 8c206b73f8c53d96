import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Leaves the pay page by loading a new document, for its rules about scripts are wider than those of other pages. The way
 * to the login stays in the document: it remembers who is leaving.
 */
export function useFullLoads(): void {
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation: next }) =>
      next.pathname !== pathname && !next.pathname.startsWith('/auth/'),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { pathname, search, hash } = blocker.location
    location.assign(pathname + search + hash)
  }, [blocker])
}
