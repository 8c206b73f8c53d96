import { cx } from '../../ui/cx.ts'
import { toRefusal } from '../../ui/failure.ts'
import { textLink } from '../../ui/text-link.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useSendConfirmation } from './email-confirmation.api.ts'

interface UnconfirmedNoteProps {
  /** The address that the account moves to, with two-factor sign-in on. */
  pending: string | null
}

/** Stands beside the email address of the signed-in customer until it is confirmed. It restricts nothing (B66). */
export function UnconfirmedNote({ pending }: UnconfirmedNoteProps) {
  const send = useSendConfirmation()

  async function handleSend() {
    try {
      const { message } = await send.mutateAsync()
      toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'An error occurred while sending the email.')
    }
  }

  return (
    <p className="type-small text-ink-2">
      {pending ? (
        <>
          Open the link in our email to <span className="wrap-anywhere">{pending}</span> to change to that address.
        </>
      ) : (
        'Not confirmed yet.'
      )}{' '}
      <button
        type="button"
        disabled={send.isPending}
        onClick={() => void handleSend()}
        className={cx(textLink, '-my-3 inline-block py-3 disabled:opacity-45')}
      >
        Send the email again
      </button>
    </p>
  )
}
