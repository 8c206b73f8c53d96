import { type ForgotPasswordInput, forgotPasswordInput } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { FailureNote } from '../../../ui/forms/failure-note.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useFailureNote } from '../../../ui/forms/use-failure-note.ts'

const fallback = 'An error occurred while asking for a new password.'

export function ForgotPasswordForm({ onAsked }: { onAsked: (email: string) => void }) {
  const { note, noting } = useFailureNote(fallback)

  async function handleSubmit(body: ForgotPasswordInput) {
    await noting(() => call('POST /auth/forgot-password', { body }))
    onAsked(body.email)
  }

  return (
    <Form schema={forgotPasswordInput} onSubmit={handleSubmit} fallback={fallback} defaultValues={{ email: '' }}>
      <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
      <FailureNote text={note} />
      <SubmitButton wide>Send me a link</SubmitButton>
    </Form>
  )
}
