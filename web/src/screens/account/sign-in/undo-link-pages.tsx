import { paths } from '@mela/contract'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { forgetVisitor } from '../../../shared/session/forget-visitor.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { TextLink } from './auth-parts.tsx'

interface UndoLinkProps {
  perform: UseMutationResult<{ message: string }, Error, string>
  /** What pressing the button does, and its label. */
  text: string
  action: string
  /** What to do when the link has expired. */
  otherwise: string
}

/** Requires a press: mail scanners open links too, and must change nothing. */
function UndoLink({ perform, text, action, otherwise }: UndoLinkProps) {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [isPressed, setIsPressed] = useState(false)

  /** Sets its own state: the mutation's state changes too late for a double click, and the link works only once. */
  function handlePress(token: string) {
    setIsPressed(true)
    perform.mutate(token, { onSuccess: forgetVisitor, onError: () => setIsPressed(false) })
  }

  if (perform.data) return <Done text={perform.data.message} />
  if (!token) return <p className="text-ink-2">This link is not complete. Please open the one in the email.</p>

  return (
    <>
      <p className="text-ink-2">{text}</p>
      <FailureNote text={perform.error ? failureOf(perform.error) : undefined} />
      {/* All sessions end, including this browser's. */}
      <Button variant="primary" wide loading={isPressed} onClick={() => handlePress(token)}>
        {action}
      </Button>
      {perform.isError && (
        <p className="text-center text-ink-2">
          <span>{otherwise}</span> <TextLink to={paths.contact}>Contact us</TextLink>
        </p>
      )}
    </>
  )
}

const failureOf = (error: Error) => toRefusal(error).message ?? 'Something went wrong, please try again later.'

function Done({ text }: { text: string }) {
  return (
    <>
      <div role="status" className="grid justify-items-center gap-5 text-center">
        <CircleCheck className="size-10 stroke-[1.25] text-success" />
        <p className="text-ink-2">{text}</p>
      </div>
      <ButtonLink to={paths.login()} variant="primary" wide>
        Login
      </ButtonLink>
      <p className="text-center text-ink-2">
        Does somebody else know your password? <TextLink to={paths.forgotPassword}>Choose a new one</TextLink>
      </p>
    </>
  )
}

export function ReopenAccountPage() {
  return (
    <>
      <PageTitle title="Open your account again" heading="Open your account again" />
      <UndoLink
        perform={useReopenAccount()}
        text="Your account is closed. Nothing in it is erased yet: you get your orders, addresses and reviews back. Orders that were not paid stay cancelled."
        action="Open my account again"
        otherwise="If somebody else closed your account, we can help."
      />
    </>
  )
}

const useReopenAccount = () =>
  useMutation({ mutationFn: (token: string) => call('POST /auth/reopen-account', { body: { token } }) })

export function RestoreEmailPage() {
  return (
    <>
      <PageTitle title="Take your account back" heading="Take your account back" />
      <UndoLink
        perform={useRestoreEmail()}
        text="Your account gets the address back that this email came to, and every device is signed out."
        action="Take my account back"
        otherwise="If somebody else changed the address of your account, we can help."
      />
    </>
  )
}

const useRestoreEmail = () =>
  useMutation({ mutationFn: (token: string) => call('POST /auth/restore-email', { body: { token } }) })
