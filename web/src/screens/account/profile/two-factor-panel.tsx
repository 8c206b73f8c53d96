import {
  codeOnly,
  type PasswordAndCode,
  passwordAndCode,
  passwordOnly,
  type TwoFactorSecret,
  type TwoFactorState,
} from '@mela/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { ProofFields } from '../../../shared/session/proof-fields.tsx'
import { Button, buttonClass, textLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Staff have more rights, so they are urged to switch it on. */
export function TwoFactorPanel({ state, isRecommended }: { state: TwoFactorState; isRecommended: boolean }) {
  const { isEnabled, recoveryCodesLeft } = state
  const [dialog, setDialog] = useState<'enable' | 'disable' | 'renew'>()
  const [codes, setCodes] = useState<string[]>()
  const after = useRefreshAfter('users')
  const close = () => setDialog(undefined)

  function showCodes({ data }: { data: { recoveryCodes: string[] } }) {
    close()
    setCodes(data.recoveryCodes)
  }

  return (
    <>
      <p className="text-ink-2">{isEnabled ? whatIsLeft(recoveryCodesLeft) : whatItIs(isRecommended)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {/* One button for both, so that the focus returns to it after a dialog has changed the state. */}
        <Button
          variant={isRecommended && !isEnabled ? 'default' : 'outline'}
          size={40}
          onClick={() => setDialog(isEnabled ? 'disable' : 'enable')}
        >
          {isEnabled ? 'Turn off' : 'Set up'}
        </Button>
        {isEnabled && (
          <Button variant="outline" size={40} onClick={() => setDialog('renew')}>
            New recovery codes
          </Button>
        )}
      </div>
      {dialog === 'enable' && <EnableDialog onClose={close} onEnabled={showCodes} />}
      {dialog === 'disable' && (
        <ProofDialog
          title="Turn off two-factor sign-in?"
          text="Your password alone will let you in again, and your recovery codes stop working."
          action="Turn off"
          variant="danger"
          onSubmit={body => after(call('POST /users/current-user/two-factor/disable', { body }))}
          onDone={close}
          onClose={close}
        />
      )}
      {dialog === 'renew' && (
        <ProofDialog
          title="New recovery codes"
          text="You get ten new codes; those from before stop working."
          action="Make new codes"
          onSubmit={body => after(call('POST /users/current-user/two-factor/recovery-codes', { body }))}
          onDone={showCodes}
          onClose={close}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

function whatIsLeft(recoveryCodesLeft: number) {
  const codes = recoveryCodesLeft === 0 ? 'no recovery code' : countLabel(recoveryCodesLeft, 'recovery code')
  return `Logging in takes a code from your authenticator app. You have ${codes} left.`
}

function whatItIs(isRecommended: boolean) {
  const what = 'A code from your phone besides your password keeps others out, even if they learn the password.'
  return isRecommended ? `${what} We recommend it to everybody who works here.` : what
}

interface EnableDialogProps {
  onClose: () => void
  onEnabled: (answer: { data: { recoveryCodes: string[] } }) => void
}

function EnableDialog({ onClose, onEnabled }: EnableDialogProps) {
  const [secret, setSecret] = useState<TwoFactorSecret>()
  const after = useRefreshAfter('users')

  // The key remounts the dialog for the second step, which then takes the focus.
  return (
    <Dialog key={secret ? 'app' : 'password'} onClose={onClose} title="Set up two-factor sign-in">
      {secret ? (
        <Form
          schema={codeOnly}
          onSubmit={body => after(call('POST /users/current-user/two-factor/confirm', { body }))}
          onDone={onEnabled}
          defaultValues={{ code: '' }}
        >
          <p className="text-ink-2">Scan this with your authenticator app, then enter the six digits that it shows.</p>
          <AppSecret {...secret} />
          <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
          <FormActions onCancel={onClose}>Turn on</FormActions>
        </Form>
      ) : (
        <Form
          schema={passwordOnly}
          onSubmit={body => after(call('POST /users/current-user/two-factor', { body }))}
          onDone={({ data }) => setSecret(data)}
          success={false}
          defaultValues={{ password: '' }}
        >
          <p className="text-ink-2">
            Besides your password you will enter a code from an authenticator app on your phone whenever you log in.
          </p>
          <ProofFields />
          <FormActions onCancel={onClose}>Continue</FormActions>
        </Form>
      )}
    </Dialog>
  )
}

interface ProofDialogProps<Answer> {
  title: string
  text: string
  action: string
  variant?: 'danger'
  onSubmit: (proof: PasswordAndCode) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

function ProofDialog<Answer>({ title, text, action, variant, onClose, ...form }: ProofDialogProps<Answer>) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Form schema={passwordAndCode} defaultValues={{ password: '', code: '' }} {...form}>
        <p className="text-ink-2">{text}</p>
        <ProofFields />
        <FormActions variant={variant} onCancel={onClose}>
          {action}
        </FormActions>
      </Form>
    </Dialog>
  )
}

function AppSecret({ secret, url }: TwoFactorSecret) {
  return (
    <div className="grid justify-items-center gap-4 sm:grid-cols-[auto_1fr] sm:items-center sm:justify-items-start sm:gap-6">
      <QrCode text={url} alt="QR code for your authenticator app" />
      <div className="type-small text-center text-ink-2 sm:text-left">
        <p>Or type this key into the app:</p>
        <div className="mt-1 flex items-center gap-1">
          <p className="select-all font-mono text-ink text-sm [overflow-wrap:anywhere]">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
          <CopyButton what="key" text={secret} />
        </div>
        <a href={url} className={`${textLink} mt-1 inline-flex min-h-11 items-center sm:hidden`}>
          Open it in the app on this phone
        </a>
      </div>
    </div>
  )
}

/** Shown once; the shop stores only their hashes. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const shop = useShop()
  const file = `${shop.name} recovery codes. Each works once.\n\n${codes.join('\n')}\n`

  return (
    <Dialog onClose={onClose} title="Save your recovery codes">
      <p className="text-ink-2">
        Keep these recovery codes where you can find them without your phone. Each lets you in once, and they are not
        shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-tile bg-ink/5 p-4 font-mono text-sm"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${shop.name.toLowerCase()}-recovery-codes.txt`}
          className={buttonClass({ variant: 'outline', size: 40 })}
        >
          <Download /> Download
        </a>
        <CopyButton what="recovery codes" text={codes.join('\n')} />
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </DialogActions>
    </Dialog>
  )
}
