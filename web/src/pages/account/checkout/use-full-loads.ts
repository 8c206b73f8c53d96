import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Leaves the pay page by loading a new document, because its script policy is wider than that of other pages. The
 * redirect to the login stays in the document, which remembers the user.
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
