import { paths } from '@mela/contract'
import { useSearchParams } from 'react-router'
import { RegisterForm } from '../../features/shop/auth/register-form.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { TextLink } from './text-link.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function RegisterPage() {
  const [search] = useSearchParams()

  return (
    <>
      <PageTitle title="Register" heading="Create your account" />
      <RegisterForm onSignedIn={useSignedIn()} />
      <p className="text-center text-ink-2">
        Already have an account? <TextLink to={paths.login(search.get('redirect') ?? undefined)}>Login</TextLink>
      </p>
    </>
  )
}
