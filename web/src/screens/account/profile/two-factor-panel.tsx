import {
  type BodyOf,
  type Calls,
  codeOnly,
  type PasswordAndCode,
  passwordAndCode,
  passwordOnly,
  type TwoFactorSecret,
  type TwoFactorState,
} from '@mela/contract'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { Button, buttonClass, textLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { ProofFields } from './profile-parts.tsx'

const fallback = 'Something went wrong, please try again later.'

/** Staff have more rights, so they are urged to switch it on. */
export function TwoFactorPanel({ state, isRecommended }: { state: TwoFactorState; isRecommended: boolean }) {
  const { isEnabled, recoveryCodesLeft } = state
  const [dialog, setDialog] = useState<'enable' | 'disable' | 'renew'>()
  const [codes, setCodes] = useState<string[]>()
  const after = useRefreshAfter('users')
  const close = () => setDialog(undefined)

  async function disable(body: PasswordAndCode) {
    const answer = await after(call('POST /users/current-user/two-factor/disable', { body }))
    close()
    return answer
  }

  async function renew(body: PasswordAndCode) {
    const answer = await after(call('POST /users/current-user/two-factor/recovery-codes', { body }))
    showCodes(answer.data.recoveryCodes)
    return answer
  }

  function showCodes(codes: string[]) {
    close()
    setCodes(codes)
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
          onSubmit={disable}
          onClose={close}
        />
      )}
      {dialog === 'renew' && (
        <ProofDialog
          title="New recovery codes"
          text="You get ten new codes; those from before stop working."
          action="Make new codes"
          onSubmit={renew}
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

function EnableDialog({ onClose, onEnabled }: { onClose: () => void; onEnabled: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<TwoFactorSecret>()
  const after = useRefreshAfter('users')

  async function begin(body: BodyOf<Calls['POST /users/current-user/two-factor']>) {
    const { data } = await after(call('POST /users/current-user/two-factor', { body }))
    setSecret(data)
  }

  async function confirm(body: BodyOf<Calls['POST /users/current-user/two-factor/confirm']>) {
    const answer = await after(call('POST /users/current-user/two-factor/confirm', { body }))
    onEnabled(answer.data.recoveryCodes)
    return answer
  }

  // The key remounts the dialog for the second step, which then takes the focus.
  return (
    <Dialog key={secret ? 'app' : 'password'} open onClose={onClose} title="Set up two-factor sign-in">
      {secret ? (
        <Form schema={codeOnly} onSubmit={confirm} fallback={fallback} defaultValues={{ code: '' }}>
          <p className="text-ink-2">Scan this with your authenticator app, then enter the six digits that it shows.</p>
          <AppSecret {...secret} />
          <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
          <FormActions onCancel={onClose}>Turn on</FormActions>
        </Form>
      ) : (
        <Form schema={passwordOnly} onSubmit={begin} fallback={fallback} defaultValues={{ password: '' }}>
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

interface ProofDialogProps {
  title: string
  text: string
  action: string
  variant?: 'danger'
  onSubmit: (proof: PasswordAndCode) => unknown
  onClose: () => void
}

function ProofDialog({ title, text, action, variant, onSubmit, onClose }: ProofDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form schema={passwordAndCode} onSubmit={onSubmit} fallback={fallback} defaultValues={{ password: '', code: '' }}>
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
      <QrCode text={url} />
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

/** Black on white in every colour scheme: many cameras read nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Shown once; the shop stores only their hashes. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const shop = useShop()
  const file = `${shop.name} recovery codes. Each works once.\n\n${codes.join('\n')}\n`

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toastSuccess('Recovery codes copied.')
    } catch {
      toastError('Copying did not work. Please select the codes, or download them.')
    }
  }

  return (
    <Dialog open onClose={onClose} title="Save your recovery codes">
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
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size={40} onClick={() => void handleCopy()}>
          <Copy /> Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${shop.name.toLowerCase()}-recovery-codes.txt`}
          className={buttonClass({ variant: 'outline', size: 40 })}
        >
          <Download /> Download
        </a>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </DialogActions>
    </Dialog>
  )
}
