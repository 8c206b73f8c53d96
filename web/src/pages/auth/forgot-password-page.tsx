import { paths } from '@mela/contract'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { ForgotPasswordForm } from '../../features/shop/recovery/forgot-password-form.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'
import { cx } from '../../ui/layout/cx.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { TextLink } from './text-link.tsx'

export function ForgotPasswordPage() {
  const [asked, setAsked] = useState<string>()

  return (
    <>
      <PageTitle title="Forgot password" heading="Forgot your password?" />
      {asked === undefined ? (
        <>
          <p className="text-ink-2">Tell us your email, and we send you a link to choose a new one.</p>
          <ForgotPasswordForm onAsked={setAsked} />
        </>
      ) : (
        <Asked email={asked} onAgain={() => setAsked(undefined)} />
      )}
      <p className="text-center text-ink-2">
        Remembered it? <TextLink to={paths.login()}>Login</TextLink>
      </p>
    </>
  )
}

/** The text is the same whether or not the account exists. */
function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div
      role="status"
      className="grid justify-items-center gap-4 rounded-tile border border-line bg-surface p-6 text-center"
    >
      <MailCheck className="size-10 stroke-[1.25] text-success" />
      <p className="text-ink-2">
        If there is an account with <strong className="font-medium text-ink wrap-anywhere">{email}</strong>, an email is
        on its way to it. Its link works once, for 30 minutes, or for 24 hours at an address that was never confirmed.
      </p>
      <button type="button" onClick={onAgain} className={cx(textLink, 'type-ui min-h-11 px-2')}>
        Try another email
      </button>
    </div>
  )
}
