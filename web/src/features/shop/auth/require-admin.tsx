import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../../lib/api.ts'
import { useHydrated } from '../../../lib/browser/hydrated.ts'
import { mayBeSignedIn, useCurrentUser } from '../../../lib/current-user.ts'
import { isLeaving } from '../../../lib/format/arrival.ts'
import { paths } from '../../../lib/paths.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { currentUserQuery } from './auth.api.ts'

interface RequireAdminProps {
  /** What the server sends, and what stands until the server has said who is there. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * Shows its children to whom the server calls an admin, never to whom the browser remembers as one (B47, B48).
 * Whose session ends at work comes back after the login.
 */
export function RequireAdmin({ fallback, children }: RequireAdminProps) {
  const isHydrated = useHydrated()
  const remembered = useCurrentUser()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const mayAsk = isHydrated && mayBeSignedIn()
  const { data: user, error, refetch, isFetching } = useQuery({ ...currentUserQuery(), enabled: mayAsk })

  if (user?.role === 'admin') {
    if (!remembered && !isLeaving()) return <Navigate to={paths.login(here)} replace />
    return <Fragment key={user._id}>{children}</Fragment>
  }
  if (!isHydrated || (mayAsk && isFetching)) return fallback
  if (error && !(error instanceof ApiError && error.status === 401)) {
    return <ErrorState message="Something went wrong..." onRetry={() => void refetch()} />
  }
  return <TurnAway />
}

function TurnAway() {
  const navigate = useNavigate()
  useEffect(() => {
    toastError('You are not authorized to access this page.')
    void navigate(paths.home, { replace: true })
  }, [navigate])

  return null
}
