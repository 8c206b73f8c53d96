import { forgotPasswordInput, paths, resetPasswordInput } from '@mela/contract'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { textLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Form, FormFailure, SubmitButton } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/password-rules.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from './auth-parts.tsx'

const ASKING_FAILED = 'An error occurred while asking for a new password.'
const SAVING_FAILED = 'An error occurred while updating your password.'

export function ForgotPasswordPage() {
  const [asked, setAsked] = useState<string>()

  return (
    <>
      <PageTitle title="Forgot password" heading="Forgot your password?" />
      {asked === undefined ? (
        <>
          <p className="text-ink-2">Tell us your email, and we send you a link to choose a new one.</p>
          <Form
            schema={forgotPasswordInput}
            onSubmit={async body => {
              await call('POST /auth/forgot-password', { body })
              setAsked(body.email)
            }}
            fallback={ASKING_FAILED}
            defaultValues={{ email: '' }}
          >
            <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
            <FormFailure />
            <SubmitButton wide>Send me a link</SubmitButton>
          </Form>
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

export function ResetPasswordPage() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const navigate = useNavigate()

  return (
    <>
      <PageTitle title="New password" heading="Choose a new password" />
      {token ? (
        <Form
          schema={resetPasswordInput}
          onSubmit={body => call('POST /auth/reset-password', { body })}
          onDone={() => navigate(paths.login(), { replace: true })}
          fallback={SAVING_FAILED}
          defaultValues={{ token, password: '' }}
        >
          <TextField name="password" label="New password" {...newPasswordInput} />
          <PasswordRules />
          <FormFailure />
          <SubmitButton wide>Save new password</SubmitButton>
        </Form>
      ) : (
        <p className="text-ink-2">This link is not complete. Please open the one in the email, or ask for a new one.</p>
      )}
      <p className="text-center text-ink-2">
        Does the link no longer work? <TextLink to={paths.forgotPassword}>Ask for a new one</TextLink>
      </p>
    </>
  )
}
