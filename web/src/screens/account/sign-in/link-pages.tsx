import { paths } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useLocation } from 'react-router'
import { ApiError, call } from '../../../lib/api.ts'
import { mayBeSignedIn } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { useContactLink } from '../../../lib/shop.ts'
import { currentUserQuery } from '../../../shared/session/session.api.ts'
import { forgetVisitor } from '../../../shared/session/sign-out.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { FailureNote } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { TextLink } from './auth-parts.tsx'

interface LinkPageProps {
  title: string
  text: string
  action: string
  perform: (token: string) => Promise<{ message: string }>
  fallback: string
  otherwise?: string
  children: Elements
}

/** The page of an emailed link. It requires a press: mail scanners open links too, and must change nothing. */
function LinkPage({ title, text, action, perform, fallback, otherwise, children }: LinkPageProps) {
  const { pathname, search } = useLocation()
  const token = new URLSearchParams(search).get('token')
  const contact = useContactLink()
  const { mutate, data: answer, error, isPending } = useMutation({ mutationFn: perform })
  const failure = error ? (toRefusal(error).message ?? fallback) : undefined

  return (
    <>
      <PageTitle title={title} heading={title} />
      {answer && (
        <>
          <div role="status" className="grid justify-items-center gap-5 text-center">
            <CircleCheck className="size-10 stroke-[1.25] text-success" />
            <p className="text-ink-2">{answer.message}</p>
          </div>
          {children}
        </>
      )}
      {!answer && token && (
        <>
          <p className="text-ink-2">{text}</p>
          <FailureNote text={failure} />
          {error instanceof ApiError && error.code === 'other_account' ? (
            <ButtonLink to={paths.login(pathname + search)} variant="primary" wide>
              Login
            </ButtonLink>
          ) : (
            <Button variant="primary" wide loading={isPending} onClick={() => mutate(token)}>
              {action}
            </Button>
          )}
          {failure && otherwise && (
            <p className="text-center text-ink-2">
              <span>{otherwise}</span> <TextLink to={contact}>Contact us</TextLink>
            </p>
          )}
        </>
      )}
      {!token && <p className="text-ink-2">This link is not complete. Please open the one in the email.</p>}
    </>
  )
}

export function ConfirmEmailPage() {
  const queryClient = useQueryClient()

  async function confirm(token: string) {
    const answer = await call('POST /auth/confirm-email', { body: { token } })
    // A confirmation may have changed the account's email address.
    await refresh(queryClient, 'users')
    if (mayBeSignedIn()) await queryClient.prefetchQuery(currentUserQuery())
    return answer
  }

  return (
    <LinkPage
      title="Confirm your email"
      text="One press, and we know that this address is yours."
      action="This address is mine"
      perform={confirm}
      fallback="An error occurred while confirming your email."
    >
      <ButtonLink to={paths.home} variant="primary" wide>
        Go to the shop
      </ButtonLink>
    </LinkPage>
  )
}

export function StopRemindersPage() {
  return (
    <LinkPage
      title="Turn reminders off"
      text="Press the button to get no more emails about what you left in your cart or did not pay. Emails about your orders still come."
      action="Turn reminders off"
      perform={token => call('POST /reminders/:token/stop', { params: { token } })}
      fallback="Something went wrong, please try again later."
    >
      <ButtonLink to={paths.home} variant="primary" wide>
        Go to the shop
      </ButtonLink>
    </LinkPage>
  )
}

export function ReopenAccountPage() {
  return (
    <UndoPage
      title="Open your account again"
      text="Your account is closed. Nothing in it is erased yet: you get your orders, addresses and reviews back. Orders that were not paid stay cancelled."
      action="Open my account again"
      perform={token => call('POST /auth/reopen-account', { body: { token } })}
      otherwise="If somebody else closed your account, we can help."
    />
  )
}

export function RestoreEmailPage() {
  return (
    <UndoPage
      title="Take your account back"
      text="Your account gets the address back that this email came to, and every device is signed out."
      action="Take my account back"
      perform={token => call('POST /auth/restore-email', { body: { token } })}
      otherwise="If somebody else changed the address of your account, we can help."
    />
  )
}

function UndoPage({ perform, ...page }: Omit<LinkPageProps, 'fallback' | 'children'>) {
  /** All sessions end, including this browser's. */
  async function undo(token: string) {
    const answer = await perform(token)
    forgetVisitor()
    return answer
  }

  return (
    <LinkPage {...page} perform={undo} fallback="Something went wrong, please try again later.">
      <ButtonLink to={paths.login()} variant="primary" wide>
        Login
      </ButtonLink>
      <p className="text-center text-ink-2">
        Does somebody else know your password? <TextLink to={paths.forgotPassword}>Choose a new one</TextLink>
      </p>
    </LinkPage>
  )
}
