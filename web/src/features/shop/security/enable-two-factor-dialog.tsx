import { type PasswordOnly, passwordOnly, type TwoFactorSecret } from '@mela/contract'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ConfirmTwoFactor } from './confirm-two-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useBeginTwoFactor } from './two-factor.api.ts'

/** Asks for the password, then the app's first code; then shows the recovery codes. */
export function EnableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<TwoFactorSecret>()
  const [codes, setCodes] = useState<string[]>()

  return (
    // The key remounts the dialog for each step, which then takes the focus.
    <Dialog
      key={codes ? 'codes' : secret ? 'app' : 'password'}
      open
      onClose={onClose}
      title={codes ? 'Save your recovery codes' : 'Set up two-factor sign-in'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : secret ? (
        <ConfirmTwoFactor secret={secret} onConfirmed={setCodes} onCancel={onClose} />
      ) : (
        <AskPassword onBegun={setSecret} onCancel={onClose} />
      )}
    </Dialog>
  )
}

interface AskPasswordProps {
  onBegun: (secret: TwoFactorSecret) => void
  onCancel: () => void
}

function AskPassword({ onBegun, onCancel }: AskPasswordProps) {
  const { mutateAsync: begin } = useBeginTwoFactor()

  async function handleSubmit(input: PasswordOnly) {
    onBegun((await begin(input)).data)
  }

  return (
    <Form
      schema={passwordOnly}
      onSubmit={handleSubmit}
      fallback="Something went wrong, please try again later."
      defaultValues={{ password: '' }}
    >
      <p className="text-ink-2">
        Besides your password you will enter a code from an authenticator app on your phone whenever you log in.
      </p>
      <TextField name="password" label="Your password" type="password" autoComplete="current-password" />
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton>Continue</SubmitButton>
      </DialogActions>
    </Form>
  )
}
