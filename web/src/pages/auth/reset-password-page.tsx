import { paths } from '@mela/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { ResetPasswordForm } from '../../features/shop/recovery/reset-password-form.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { TextLink } from './text-link.tsx'

export function ResetPasswordPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const token = search.get('token')

  return (
    <>
      <PageTitle title="New password" heading="Choose a new password" />
      {token ? (
        <ResetPasswordForm token={token} onReset={() => void navigate(paths.login(), { replace: true })} />
      ) : (
        <p className="text-ink-2">This link is not complete. Please open the one in the email, or ask for a new one.</p>
      )}
      <p className="text-center text-ink-2">
        Does the link no longer work? <TextLink to={paths.forgotPassword}>Ask for a new one</TextLink>
      </p>
    </>
  )
}
