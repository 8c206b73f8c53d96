import { paths, type ShopInfo } from '@mela/contract'
import { Fragment, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../lib/api.ts'
import { isLeaving } from '../../lib/arrival.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { useShop } from '../../lib/shop.ts'
import { ErrorState } from '../../ui/async.tsx'
import type { Elements } from '../../ui/cx.ts'
import { toastError } from '../../ui/toast.tsx'
import { type Guest, useGuest } from './guest.store.ts'
import { useServerUser } from './session.api.ts'

interface RequireProps {
  /** Rendered by the server, and until the user is known. */
  fallback: Elements
  children: ReactNode
}

/**
 * Shows its children to signed-in users and redirects visitors to the login, which leads back. A remembered user sees
 * them at once; the server is asked as well, and a 401 on any call redirects to the login.
 */
export function RequireUser({ fallback, children }: RequireProps) {
  const user = useCurrentUser()
  const isHydrated = useHydrated()
  const { error, fetchStatus, refetch } = useServerUser()
  const { pathname, search, hash } = useLocation()

  // The key remounts the children for another user, who must not see what the previous user typed or opened.
  if (user) return <Fragment key={user.id}>{children}</Fragment>
  if (!isHydrated || fetchStatus !== 'idle' || isLeaving()) return fallback
  if (hasFailed(error)) return <ErrorState message="Something went wrong..." onRetry={() => void refetch()} />
  return <Navigate to={paths.login(pathname + search + hash)} replace />
}

/** Shows its children to the guest that `admits` names too. */
export function RequireBuyer({
  admits,
  children,
  ...props
}: RequireProps & { admits: (guest: Guest, shop: ShopInfo) => boolean }) {
  const [user, guest, shop] = [useCurrentUser(), useGuest(), useShop()]
  const isAdmitted = !user && guest && admits(guest, shop)
  if (isAdmitted) return children
  return <RequireUser {...props}>{children}</RequireUser>
}

const hasFailed = (error: unknown) => error !== null && !(error instanceof ApiError && error.status === 401)

/**
 * Shows its children only to a user whom the server reports as admin, never on the browser's memory alone. After an
 * expired session the login leads back.
 */
export function RequireAdmin({ fallback, children }: RequireProps) {
  const isHydrated = useHydrated()
  const remembered = useCurrentUser()
  const { pathname, search } = useLocation()
  const { data: user, error, refetch, isFetching } = useServerUser()

  if (user?.role === 'admin') {
    if (!remembered && !isLeaving()) return <Navigate to={paths.login(pathname + search)} replace />
    return <Fragment key={user._id}>{children}</Fragment>
  }
  if (!isHydrated || isFetching) return fallback
  if (hasFailed(error)) return <ErrorState message="Something went wrong..." onRetry={() => void refetch()} />
  return <SendAway to={paths.home} tell={() => toastError('You are not authorized to access this page.')} />
}

export function SendAway({ to, tell }: { to: string; tell: () => void }) {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    tell()
    void navigate(to, { replace: true })
  })
  useEffect(() => leave(), [])

  return null
}
