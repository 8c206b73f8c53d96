import { paths } from '@mela/contract'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { LoginForm } from '../../features/shop/auth/login-form.tsx'
import { loginOptionsQuery } from '../../features/shop/auth/login-options.ts'
import { useIsExpired } from '../../lib/current-user.ts'
import { load } from '../../lib/page-data.ts'
import { useShop } from '../../lib/shop.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { TextLink } from './text-link.tsx'
import { useSignedIn } from './use-signed-in.ts'

export async function loadLoginPage(args: LoaderFunctionArgs) {
  await load(args, loginOptionsQuery())
  return null
}

export function LoginPage() {
  const [search] = useSearchParams()
  const { isBare } = useShop()
  const isExpired = useIsExpired()

  return (
    <>
      <PageTitle title="Login" heading="Welcome back" />
      {isExpired && <p className="text-center text-ink-2">Your session has ended. Log in again to go on.</p>}
      <LoginForm onSignedIn={useSignedIn()} />
      {!isBare && (
        <p className="text-center text-ink-2">
          New here? <TextLink to={paths.register(search.get('redirect') ?? undefined)}>Create an account</TextLink>
        </p>
      )}
    </>
  )
}
