import type { PasswordAndCode } from '@mela/contract'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { PasswordAndCodeForm } from './password-and-code-form.tsx'
import { useDisableTwoFactor } from './two-factor.api.ts'

export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: disable } = useDisableTwoFactor()

  async function handleSubmit(proof: PasswordAndCode) {
    const answer = await disable(proof)
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title="Turn off two-factor sign-in?">
      <PasswordAndCodeForm
        onSubmit={handleSubmit}
        onCancel={onClose}
        text="Your password alone will let you in again, and your recovery codes stop working."
        action={<SubmitButton variant="danger">Turn off</SubmitButton>}
      />
    </Dialog>
  )
}
