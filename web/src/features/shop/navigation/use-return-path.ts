import { useLocation } from 'react-router'
import { useHydrated } from '../../../lib/browser/hydrated.ts'
import { paths } from '../../../lib/paths.ts'

/** Where signing in should lead back to. The server's HTML is shared by many addresses, so it names none. */
export function useReturnPath(): string | undefined {
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  return isHydrated && pathname !== paths.home ? `${pathname}${search}` : undefined
}
