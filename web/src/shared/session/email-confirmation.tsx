import { useTransition } from 'react'
import { call } from '../../lib/api.ts'
import { dataQuery } from '../../lib/query-keys.ts'
import { textLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { toastAnswer } from '../../ui/toast.tsx'

export const emailConfirmationQuery = () => dataQuery('GET /users/current-user/email-confirmation')

export const CONFIRM_FIRST = 'Confirm your address: orders placed as a guest then appear here.'

export const SendAgain = () => (
  <ActionLink
    text="Send the email again"
    act={() => call('POST /users/current-user/email-confirmation')}
    fallback="An error occurred while sending the email."
  />
)

interface ActionLinkProps {
  text: string
  act: () => Promise<{ message: string }>
  fallback: string
}

export function ActionLink({ text, act, fallback }: ActionLinkProps) {
  const [isPending, startAct] = useTransition()

  return (
    <button
      type="button"
      disabled={isPending}
      onClick={() => startAct(async () => void (await toastAnswer(act(), fallback)))}
      className={cx(textLink, '-my-3 inline-block py-3 disabled:opacity-45')}
    >
      {text}
    </button>
  )
}
