import { type ResetPasswordInput, resetPasswordInput } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { FailureNote } from '../../../ui/forms/failure-note.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/forms/password-rules.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useFailureNote } from '../../../ui/forms/use-failure-note.ts'

const fallback = 'An error occurred while updating your password.'

interface ResetPasswordFormProps {
  /** The token of the emailed link. */
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
      <TextField name="password" label="New password" {...newPasswordInput} />
      <PasswordRules />
      <FailureNote text={note} />
      <SubmitButton wide>Save new password</SubmitButton>
    </Form>
  )
}
