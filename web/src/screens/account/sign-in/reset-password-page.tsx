import { paths, type ResetPasswordInput, resetPasswordInput } from '@mela/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { FailureNote, Form, SubmitButton, useFailureNote } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/password-rules.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from './auth-parts.tsx'

const fallback = 'An error occurred while updating your password.'

export function ResetPasswordPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const token = search.get('token')

  return (
    <>
      <PageTitle title="New password" heading="Choose a new password" />
      {token ? (
        <ResetPasswordForm token={token} onReset={() => void navigate(paths.login(), { replace: true })} />
      ) : (
        <p className="text-ink-2">This link is not complete. Please open the one in the email, or ask for a new one.</p>
      )}
      <p className="text-center text-ink-2">
        Does the link no longer work? <TextLink to={paths.forgotPassword}>Ask for a new one</TextLink>
      </p>
    </>
  )
}

interface ResetPasswordFormProps {
  /** The token of the emailed link. */
  token: string
  onReset: () => void
}

function ResetPasswordForm({ token, onReset }: ResetPasswordFormProps) {
  const { note, noting } = useFailureNote(fallback)

  async function handleSubmit(body: ResetPasswordInput) {
    const answer = await noting(() => call('POST /auth/reset-password', { body }))
    onReset()
    return answer
  }

  return (
    <Form
      schema={resetPasswordInput}
      onSubmit={handleSubmit}
      fallback={fallback}
      defaultValues={{ token, password: '' }}
    >
      <TextField name="password" label="New password" {...newPasswordInput} />
      <PasswordRules />
      <FailureNote text={note} />
      <SubmitButton wide>Save new password</SubmitButton>
    </Form>
  )
}
