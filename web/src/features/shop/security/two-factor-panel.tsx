import type { TwoFactorState } from '@mela/contract'
import { useState } from 'react'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx'
import { EnableTwoFactorDialog } from './enable-two-factor-dialog.tsx'
import { RenewRecoveryCodesDialog } from './renew-recovery-codes-dialog.tsx'

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
