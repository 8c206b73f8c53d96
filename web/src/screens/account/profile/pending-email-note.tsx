import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { textLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { useWithdrawEmail } from './profile.api.ts'

/** Shown beside an email address that is not confirmed yet; an unconfirmed address restricts nothing. */
export function UnconfirmedNote() {
  return (
    <p className="type-small text-ink-2">
      Not confirmed yet. <SendAgain />
    </p>
  )
}

/** The pending new email address of an account with two-factor sign-in. */
export function PendingEmailNote({ email }: { email: string }) {
  const withdraw = useWithdrawEmail()

  return (
    <div className="type-small mt-1 grid gap-2 text-ink-2">
      <p>
        To change to <span className="wrap-anywhere">{email}</span>, open the link in our email there.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-4">
        <SendAgain />
        <ActionLink text="Keep my present address" act={withdraw} fallback="An error occurred while saving." />
      </p>
    </div>
  )
}

function SendAgain() {
  const send = useSendConfirmation()
  return <ActionLink text="Send the email again" act={send} fallback="An error occurred while sending the email." />
}

interface ActionLinkProps {
  text: string
  act: ReturnType<typeof useSendConfirmation>
  /** The message for an answer without one. */
  fallback: string
}

function ActionLink({ text, act, fallback }: ActionLinkProps) {
  async function handleClick() {
    try {
      const { message } = await act.mutateAsync()
      toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? fallback)
    }
  }

  return (
    <button
      type="button"
      disabled={act.isPending}
      onClick={() => void handleClick()}
      className={cx(textLink, '-my-3 inline-block py-3 disabled:opacity-45')}
    >
      {text}
    </button>
  )
}

const useSendConfirmation = () => useMutation({ mutationFn: () => call('POST /users/current-user/email-confirmation') })
