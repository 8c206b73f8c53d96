import { paths } from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { ApiError, call } from '../../../lib/api.ts'
import { forgetUser, hasSignedInCookie } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { useHydrated } from '../../../lib/hydrated.ts'
import { saveBeforeLeaving } from '../../../shared/cart/account-cart.store.ts'
import { becomeGuest } from '../../../shared/session/become-guest.ts'
import { noteGuest } from '../../../shared/session/guest.store.ts'
import { forgetVisitor } from '../../../shared/session/sign-out.ts'
import { Button } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { FAILED, toastAnswer } from '../../../ui/toast.tsx'
import { TextLink } from './auth-parts.tsx'

/** Opens the order of a guest by the token behind the # of an emailed link, which stays in no history. */
export function GuestOrderPage() {
  const isHydrated = useHydrated()
  const token = useLocation().hash.slice(1)
  const opening = useMutation({
    mutationFn: async (token: string) => {
      const { data } = await call('POST /orders/guest/sessions', { body: { token } })
      // No account opened it: what is remembered of one belongs to a session that has ended.
      if (!hasSignedInCookie()) {
        forgetUser()
        becomeGuest()
        noteGuest({ order: data.order })
      }
      location.replace(paths.pay(data.order))
    },
  })
  const openOnce = useEffectEvent(() => {
    if (isHydrated && token && opening.variables !== token) opening.mutate(token)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link may be opened in this tab
  useEffect(() => openOnce(), [isHydrated, token])

  const title = <PageTitle title="Your order" heading="Your order" />
  if (isHydrated && !token) {
    return (
      <>
        {title}
        <p className="text-ink-2">This link is not complete. Please open the one in the email.</p>
      </>
    )
  }
  return (
    <>
      {title}
      {opening.error ? (
        <NotOpened error={opening.error} token={token} onRetry={() => opening.mutate(token)} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-40 rounded-tile" />
        </div>
      )}
    </>
  )
}

interface NotOpenedProps {
  error: unknown
  token: string
  onRetry: () => void
}

function NotOpened({ error, token, onRetry }: NotOpenedProps) {
  const code = error instanceof ApiError ? error.code : undefined
  const message = toRefusal(error).message ?? FAILED

  async function logOutAndOpen() {
    await saveBeforeLeaving()
    await toastAnswer(call('POST /auth/logout'))
    forgetVisitor()
    onRetry()
  }

  if (code === 'link_expired') return <Renewal token={token} message={message} />
  return (
    <>
      <p className="text-ink-2">{message}</p>
      {code === 'other_account' ? (
        <Button variant="primary" wide onClick={logOutAndOpen}>
          Log out
        </Button>
      ) : (
        <Button variant="primary" wide onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  )
}

function Renewal({ token, message }: { token: string; message: string }) {
  const renewal = useMutation({ mutationFn: () => call('POST /orders/guest/links', { body: { token } }) })

  return (
    <>
      <p role="status" className="text-ink-2">
        {renewal.data?.message ?? message}
      </p>
      {!renewal.data && (
        <Button variant="primary" wide loading={renewal.isPending} onClick={() => renewal.mutate()}>
          Send a new link
        </Button>
      )}
      {renewal.error && <p className="text-danger">{toRefusal(renewal.error).message ?? FAILED}</p>}
      <p className="text-center text-ink-2">
        {hasSignedInCookie() ? (
          <>
            <span>The order may be among those of your account.</span>{' '}
            <TextLink to={paths.orders}>Your orders</TextLink>
          </>
        ) : (
          <>
            <span>Do you have an account with this address?</span>{' '}
            <TextLink to={paths.login(paths.orders)}>Login</TextLink>
          </>
        )}
      </p>
    </>
  )
}
