import { type LoginInput, loginInput, paths } from '@mela/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { Link } from '../../../lib/link.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { FailureNote } from '../../../ui/forms/failure-note.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useFailureNote } from '../../../ui/forms/use-failure-note.ts'
import { cx } from '../../../ui/layout/cx.ts'
import { useSignIn } from './auth.api.ts'
import { CodeField } from './code-field.tsx'
import { DemoAdminButton } from './demo-admin-button.tsx'
import { StartAgain } from './start-again.tsx'

const fallback = 'An error occurred while logging you in.'

export function LoginForm({ onSignedIn }: { onSignedIn: (isSame: boolean) => void }) {
  const { login } = useSignIn()
  const { note, noting } = useFailureNote(fallback)
  const [question, setQuestion] = useState<string>()

  async function handleSubmit(input: LoginInput) {
    const answer = await noting(() =>
      login(input).catch(error => {
        if (question || !asksForCode(error)) throw error
        setQuestion(error.message)
        return undefined
      }),
    )
    if (answer) onSignedIn(answer.isSame)
    return answer
  }

  return (
    <Form schema={loginInput} onSubmit={handleSubmit} fallback={fallback} defaultValues={{ email: '', password: '' }}>
      {question && (
        <p className="flex gap-2.5 text-ink-2">
          <ShieldCheck className="mt-0.5" /> <span>{question}</span>
        </p>
      )}
      {/* The typed fields stay and are sent with the code. */}
      <div className="grid gap-5" hidden={question !== undefined}>
        <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <div className="relative">
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
          <Link to={paths.forgotPassword} className={cx(textLink, 'type-small absolute -top-3 right-0 py-3')}>
            Forgot password?
          </Link>
        </div>
      </div>
      {question && <CodeField />}
      <FailureNote text={note} />
      <SubmitButton wide>Login</SubmitButton>
      {question ? <StartAgain onPress={() => setQuestion(undefined)} /> : <DemoAdminButton />}
    </Form>
  )
}

/** The password was right, and the account has two-factor sign-in. */
const asksForCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'two_factor_required'
