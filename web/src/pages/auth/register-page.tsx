import { Link, useSearchParams } from 'react-router'
import { RegisterForm } from '../../features/auth/register-form.tsx'
import { paths } from '../../lib/paths.ts'
import { cx } from '../../ui/cx.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { textLink } from '../../ui/text-link.ts'
import { useSignedIn } from './use-signed-in.ts'

export function RegisterPage() {
  const [search] = useSearchParams()

  return (
    <>
      <PageTitle title="Register" heading="Create your account" />
      <RegisterForm onSignedIn={useSignedIn()} />
      <p className="text-center text-ink-2">
        Already have an account?{' '}
        <Link to={paths.login(search.get('redirect') ?? undefined)} className={cx(textLink, '-my-2 inline-block py-2')}>
          Login
        </Link>
      </p>
    </>
  )
}
