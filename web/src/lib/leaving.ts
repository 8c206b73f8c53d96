import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'

/**
 * True once the router has gone to another page that React has yet to draw: `await navigate()` returns in between, and
 * a page that is left must send nobody anywhere.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  const { key } = useLocation()
  return () => router !== undefined && router.state.location.key !== key
}
