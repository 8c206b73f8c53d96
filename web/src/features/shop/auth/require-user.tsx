import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '../../../lib/api.ts'
import { isLeaving } from '../../../lib/browser/arrival.ts'
import { useHydrated } from '../../../lib/browser/hydrated.ts'
import { mayBeSignedIn, useCurrentUser } from '../../../lib/current-user.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { currentUserQuery } from './auth.api.ts'

interface RequireUserProps {
  /** Rendered by the server, and until the user is known. */
  fallback: Elements
  children: ReactNode
}

/**
 * Shows its children to signed-in users and redirects visitors to the login, which leads back. A remembered user sees
 * them at once; the server is asked as well, and a 401 on any call redirects to the login.
 */
export function RequireUser({ fallback, children }: RequireUserProps) {
  const user = useCurrentUser()
  const isHydrated = useHydrated()
  const { error, fetchStatus, refetch } = useQuery({ ...currentUserQuery(), enabled: isHydrated && mayBeSignedIn() })
  const { pathname, search, hash } = useLocation()

  // The key remounts the children for another user, who must not see what the previous user typed or opened.
  if (user) return <Fragment key={user.id}>{children}</Fragment>
  if (!isHydrated || fetchStatus !== 'idle' || isLeaving()) return fallback
  if (error && !(error instanceof ApiError && error.status === 401)) {
    return <ErrorState message="Something went wrong..." onRetry={() => void refetch()} />
  }
  return <Navigate to={paths.login(pathname + search + hash)} replace />
}
