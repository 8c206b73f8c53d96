import {
  type PasswordAndCode,
  type PasswordOnly,
  passwordAndCode,
  passwordOnly,
  type TwoFactorSecret,
  type TwoFactorState,
} from '@mela/contract'
import { useState } from 'react'
import { countLabel } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useBeginTwoFactor, useDisableTwoFactor, useRenewRecoveryCodes } from './profile.api.ts'
import { ConfirmTwoFactor, RecoveryCodes } from './two-factor-steps.tsx'

interface TwoFactorPanelProps {
  state: TwoFactorState
  /** Staff have more rights, so they are urged to switch it on. */
  isRecommended: boolean
}

export function TwoFactorPanel({ state, isRecommended }: TwoFactorPanelProps) {
  const [dialog, setDialog] = useState<'enable' | 'disable' | 'renew'>()
  const close = () => setDialog(undefined)

  return (
    <>
      <p className="text-ink-2">{state.isEnabled ? whatIsLeft(state) : whatItIs(isRecommended)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {/* One button for both, so that the focus returns to it after a dialog has changed the state. */}
        <Button
          variant={isRecommended && !state.isEnabled ? 'default' : 'outline'}
          size={40}
          onClick={() => setDialog(state.isEnabled ? 'disable' : 'enable')}
        >
          {state.isEnabled ? 'Turn off' : 'Set up'}
        </Button>
        {state.isEnabled && (
          <Button variant="outline" size={40} onClick={() => setDialog('renew')}>
            New recovery codes
          </Button>
        )}
      </div>
      {dialog === 'enable' && <EnableTwoFactorDialog onClose={close} />}
      {dialog === 'disable' && <DisableTwoFactorDialog onClose={close} />}
      {dialog === 'renew' && <RenewRecoveryCodesDialog onClose={close} />}
    </>
  )
}

function whatIsLeft({ recoveryCodesLeft }: TwoFactorState) {
  const codes = recoveryCodesLeft === 0 ? 'no recovery code' : countLabel(recoveryCodesLeft, 'recovery code')
  return `Logging in takes a code from your authenticator app. You have ${codes} left.`
}

function whatItIs(isRecommended: boolean) {
  const what = 'A code from your phone besides your password keeps others out, even if they learn the password.'
  return isRecommended ? `${what} We recommend it to everybody who works here.` : what
}

function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
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

function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
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

/** Asks for the password, then the app's first code; then shows the recovery codes. */
function EnableTwoFactorDialog({ onClose }: { onClose: () => void }) {
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

interface PasswordAndCodeFormProps {
  onSubmit: (proof: PasswordAndCode) => unknown
  onCancel: () => void
  /** Text about the effect of the form; `action` is its submit button. */
  text: string
  action: Elements
}

function PasswordAndCodeForm({ onSubmit, onCancel, text, action }: PasswordAndCodeFormProps) {
  return (
    <Form
      schema={passwordAndCode}
      onSubmit={onSubmit}
      fallback="Something went wrong, please try again later."
      defaultValues={{ password: '', code: '' }}
    >
      <p className="text-ink-2">{text}</p>
      <TextField name="password" label="Your password" type="password" autoComplete="current-password" />
      <TextField
        name="code"
        label="Code"
        help="From your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        {action}
      </DialogActions>
    </Form>
  )
}
