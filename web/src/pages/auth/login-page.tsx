import type { LoaderFunctionArgs } from 'react-router'
import { LoginForm } from '../../features/shop/auth/login-form.tsx'
import { loginOptionsQuery } from '../../features/shop/auth/login-options.ts'
import { useIsExpired } from '../../lib/current-user.ts'
import { load } from '../../lib/page-data.ts'
import { useShop } from '../../lib/shop.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { AuthTabs } from './auth-tabs.tsx'
import { KeptCart } from './kept-cart.tsx'
import { useSignedIn } from './use-signed-in.ts'

export async function loadLoginPage(args: LoaderFunctionArgs) {
  await load(args, loginOptionsQuery())
  return null
}

export function LoginPage() {
  const { isBare } = useShop()
  const isExpired = useIsExpired()

  return (
    <>
      <PageTitle title="Login" heading="Welcome back" />
      {!isBare && <AuthTabs />}
      {isExpired && <p className="text-center text-ink-2">Your session has ended. Log in again to go on.</p>}
      <KeptCart />
      <LoginForm onSignedIn={useSignedIn()} />
    </>
  )
}
