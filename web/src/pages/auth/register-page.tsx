import { RegisterForm } from '../../features/shop/auth/register-form.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { AuthTabs } from './auth-tabs.tsx'
import { KeptCart } from './kept-cart.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function RegisterPage() {
  return (
    <>
      <PageTitle title="Register" heading="Create your account" />
      <AuthTabs />
      <KeptCart />
      <RegisterForm onSignedIn={useSignedIn()} />
    </>
  )
}
