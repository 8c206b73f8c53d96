import { useRestoreEmail } from '../../features/shop/recovery/undo-links.api.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { UndoLink } from './undo-link.tsx'

export function RestoreEmailPage() {
  return (
    <>
      <PageTitle title="Take your account back" heading="Take your account back" />
      <UndoLink
        perform={useRestoreEmail()}
        text="Your account gets the address back that this email came to, and every device is signed out."
        action="Take my account back"
        otherwise="If somebody else changed the address of your account, we can help."
      />
    </>
  )
}
