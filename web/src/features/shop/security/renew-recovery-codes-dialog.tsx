import type { PasswordAndCode } from '@mela/contract'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { PasswordAndCodeForm } from './password-and-code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRenewRecoveryCodes } from './two-factor.api.ts'

export function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: renew } = useRenewRecoveryCodes()
  const [codes, setCodes] = useState<string[]>()

  async function handleSubmit(proof: PasswordAndCode) {
    const answer = await renew(proof)
    setCodes(answer.data.recoveryCodes)
    return answer
  }

  return (
    <Dialog open onClose={onClose} title={codes ? 'Save your recovery codes' : 'New recovery codes'}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordAndCodeForm
          onSubmit={handleSubmit}
          onCancel={onClose}
          text="You get ten new codes; those from before stop working."
          action={<SubmitButton>Make new codes</SubmitButton>}
        />
      )}
    </Dialog>
  )
}
