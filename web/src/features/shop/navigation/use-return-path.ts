import { paths } from '@mela/contract'
import { useLocation } from 'react-router'
import { useHydrated } from '../../../lib/browser/hydrated.ts'

/** The redirect after signing in. The server's HTML is cached for many addresses, so it contains none. */
export function useReturnPath(): string | undefined {
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  return isHydrated && pathname !== paths.home ? `${pathname}${search}` : undefined
}
