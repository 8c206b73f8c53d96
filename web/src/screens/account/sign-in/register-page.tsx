import { registerInput } from '@mela/contract'
import { useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { Form, FormFailure, SubmitButton } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/password-rules.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AuthTabs, ContinueAsGuest, KeptCart, useSignIn } from './auth-parts.tsx'

export function RegisterPage() {
  const signIn = useSignIn()
  const isDone = useRef(false)

  return (
    <>
      <PageTitle title="Register" heading="Create your account" />
      <AuthTabs />
      <ContinueAsGuest />
      <KeptCart />
      <Form
        schema={registerInput}
        onSubmit={body => signIn(call('POST /auth/register', { body }))}
        onDone={() => {
          isDone.current = true
        }}
        fallback="An error occurred while creating your account."
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
        <FormFailure />
        <SubmitButton wide>Create account</SubmitButton>
      </Form>
    </>
  )
}
