import { Link, useSearchParams } from 'react-router'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { paths } from '../../lib/paths.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function LoginPage() {
  const [search] = useSearchParams()

  return (
    <>
      <PageTitle title="Login" heading="Welcome back" />
      <LoginForm onSignedIn={useSignedIn()} />
      <p className="text-center text-ink-2">
        New here?{' '}
        <Link
          to={paths.register(search.get('redirect') ?? undefined)}
          className="-my-2 inline-block py-2 font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink"
        >
          Create an account
        </Link>
      </p>
    </>
  )
}
