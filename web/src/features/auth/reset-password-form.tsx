import { type ResetPasswordInput, resetPasswordInput } from '@mela/contract'
import { call } from '../../lib/api.ts'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FailureNote } from './failure-note.tsx'
import { PasswordRules } from './password-rules.tsx'
import { useFailureNote } from './use-failure-note.ts'

const fallback = 'An error occurred while updating your password.'

interface ResetPasswordFormProps {
  /** What the letter's link carried. */
  token: string
  onReset: () => void
}

export function ResetPasswordForm({ token, onReset }: ResetPasswordFormProps) {
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
      <TextField name="password" label="New password" type="password" autoComplete="new-password" />
      <PasswordRules />
      <FailureNote text={note} />
      <SubmitButton wide>Save new password</SubmitButton>
    </Form>
  )
}
