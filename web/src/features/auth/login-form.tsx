import { type LoginInput, loginInput } from '@mela/contract'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSignIn } from './auth.api.ts'
import { FailureNote } from './failure-note.tsx'
import { useFailureNote } from './use-failure-note.ts'

const fallback = 'An error occurred while logging you in.'

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { login } = useSignIn()
  const { note, noting } = useFailureNote(fallback)

  async function handleSubmit(input: LoginInput) {
    const answer = await noting(() => login(input))
    onSignedIn()
    return answer
  }

  return (
    <Form schema={loginInput} onSubmit={handleSubmit} fallback={fallback} defaultValues={{ email: '', password: '' }}>
      <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
      <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      <FailureNote text={note} />
      <SubmitButton wide>Login</SubmitButton>
    </Form>
  )
}
