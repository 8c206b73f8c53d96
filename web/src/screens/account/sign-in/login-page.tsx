import { type LoginInput, loginInput, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { ApiError, call } from '../../../lib/api.ts'
import { useIsExpired } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { load } from '../../../lib/page-data.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { GUEST_LINK } from '../../../shared/session/guest.store.ts'
import { Button, textLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Form, FormFailure, SubmitButton } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AuthTabs, ContinueAsGuest, KeptCart, useSignIn } from './auth-parts.tsx'

export const loader = (args: LoaderFunctionArgs) => load(args, loginOptionsQuery())

export function LoginPage() {
  const { isBare } = useShop()
  const isExpired = useIsExpired()
  const signIn = useSignIn()
  const [question, setQuestion] = useState<string>()

  const handleSubmit = (body: LoginInput) =>
    signIn(call('POST /auth/login', { body })).catch(error => {
      if (question || !asksForCode(error)) throw error
      setQuestion(error.message)
    })

  return (
    <>
      <PageTitle title="Login" heading="Welcome back" />
      {!isBare && <AuthTabs />}
      <ContinueAsGuest />
      <GuestOrderHint />
      {isExpired && <p className="text-center text-ink-2">Your session has ended. Log in again to go on.</p>}
      <KeptCart />
      <Form
        schema={loginInput}
        onSubmit={handleSubmit}
        fallback="An error occurred while logging you in."
        defaultValues={{ email: '', password: '' }}
      >
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
        <FormFailure />
        <SubmitButton wide>Login</SubmitButton>
        {question ? <StartAgain onPress={() => setQuestion(undefined)} /> : <DemoAdminButton />}
      </Form>
    </>
  )
}

/** A browser opens the last order of a guest only, for a time. Orders stay where guests can order no more. */
function GuestOrderHint() {
  const [search] = useSearchParams()
  if (!search.get('redirect')?.startsWith(paths.pay(''))) return null

  return <p className="text-center text-ink-2">{GUEST_LINK}</p>
}

/** The password was right, and the account has two-factor sign-in. */
const asksForCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'two_factor_required'

function StartAgain({ onPress }: { onPress: () => void }) {
  const { unregister, setFocus } = useFormContext()

  function handleClick() {
    flushSync(onPress)
    unregister('code')
    setFocus('email')
  }

  return (
    <button type="button" className={cx(textLink, 'h-11 justify-self-center')} onClick={handleClick}>
      Use another account
    </button>
  )
}

/** Fills the demo admin's credentials into the surrounding form, in a demo shop only; the visitor submits it. */
function DemoAdminButton() {
  const demoAdmin = useQuery(loginOptionsQuery()).data?.demoAdmin
  const { reset } = useFormContext()
  if (!demoAdmin) return null

  return (
    <Button variant="outline" wide onClick={() => reset(demoAdmin)}>
      Login as admin
    </Button>
  )
}

function CodeField() {
  const { setFocus, resetField } = useFormContext()
  const [isRecovery, setIsRecovery] = useState(false)

  // Replaces the fields that were just submitted, and takes their focus.
  useEffect(() => setFocus('code'), [setFocus])

  function handleSwitch() {
    setIsRecovery(!isRecovery)
    resetField('code')
    setFocus('code')
  }

  return (
    <div className="grid gap-1">
      <TextField
        name="code"
        label={isRecovery ? 'Recovery code' : 'Code'}
        help={isRecovery ? 'One of the ten that you saved; each works once.' : 'Six digits, new every 30 seconds.'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button type="button" className={cx(textLink, 'type-small h-11 justify-self-start')} onClick={handleSwitch}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}

/** Options of the login page; they change with the shop's configuration only. */
const loginOptionsQuery = () => ({ ...dataQuery('GET /auth/options'), staleTime: Number.POSITIVE_INFINITY })
