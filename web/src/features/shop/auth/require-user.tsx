import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '../../../lib/api.ts'
import { useHydrated } from '../../../lib/browser/hydrated.ts'
import { mayBeSignedIn, useCurrentUser } from '../../../lib/current-user.ts'
import { isLeaving } from '../../../lib/format/arrival.ts'
import { paths } from '../../../lib/paths.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { currentUserQuery } from './auth.api.ts'

interface RequireUserProps {
  /** What the server sends, and what stands until it is known who is there. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * Shows its children to somebody signed in and sends everybody else to the login, from where they come back. Whom the
 * browser remembers gets in at once; the server is asked all the same, and a 401 on any call ends it (B49).
 */
export function RequireUser({ fallback, children }: RequireUserProps) {
  const user = useCurrentUser()
  const isHydrated = useHydrated()
  const { error, fetchStatus, refetch } = useQuery({ ...currentUserQuery(), enabled: isHydrated && mayBeSignedIn() })
  const { pathname, search, hash } = useLocation()

  // What one user has typed or opened is not there for the next.
  if (user) return <Fragment key={user.id}>{children}</Fragment>
  if (!isHydrated || fetchStatus !== 'idle' || isLeaving()) return fallback
  if (error && !(error instanceof ApiError && error.status === 401)) {
    return <ErrorState message="Something went wrong..." onRetry={() => void refetch()} />
  }
  return <Navigate to={paths.login(pathname + search + hash)} replace />
}
