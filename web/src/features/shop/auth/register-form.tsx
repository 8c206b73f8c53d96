import { type RegisterInput, registerInput } from '@mela/contract'
import { useRef } from 'react'
import { FailureNote } from '../../../ui/forms/failure-note.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { KeepTyped } from '../../../ui/forms/keep-typed.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/forms/password-rules.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useFailureNote } from '../../../ui/forms/use-failure-note.ts'
import { useSignIn } from './auth.api.ts'

const fallback = 'An error occurred while creating your account.'

export function RegisterForm({ onSignedIn }: { onSignedIn: (isSame: boolean) => void }) {
  const { register } = useSignIn()
  const { note, noting } = useFailureNote(fallback)
  const isDone = useRef(false)

  async function handleSubmit(input: RegisterInput) {
    const answer = await noting(() => register(input))
    isDone.current = true
    onSignedIn(answer.isSame)
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
      <TextField name="password" label="Password" {...newPasswordInput} />
      <PasswordRules />
      <KeepTyped name="register" isDone={isDone} />
      <FailureNote text={note} />
      <SubmitButton wide>Create account</SubmitButton>
    </Form>
  )
}
