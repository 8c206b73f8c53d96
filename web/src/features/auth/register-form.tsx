import { type RegisterInput, registerInput } from '@mela/contract'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSignIn } from './auth.api.ts'
import { FailureNote } from './failure-note.tsx'
import { PasswordRules } from './password-rules.tsx'
import { useFailureNote } from './use-failure-note.ts'

const fallback = 'An error occurred while creating your account.'

export function RegisterForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { register } = useSignIn()
  const { note, noting } = useFailureNote(fallback)

  async function handleSubmit(input: RegisterInput) {
    const answer = await noting(() => register(input))
    onSignedIn()
    return answer
  }

  return (
    <Form
      schema={registerInput}
      onSubmit={handleSubmit}
      fallback={fallback}
      invalid="Some fields are invalid. Please check your inputs and try again."
      defaultValues={{ name: { firstName: '', lastName: '' }, email: '', password: '' }}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField name="name.firstName" label="First name" autoComplete="given-name" />
        <TextField name="name.lastName" label="Last name" autoComplete="family-name" />
      </div>
      <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
      <TextField name="password" label="Password" type="password" autoComplete="new-password" />
      <PasswordRules />
      <FailureNote text={note} />
      <SubmitButton wide>Create account</SubmitButton>
    </Form>
  )
}
