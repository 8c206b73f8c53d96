import { type CodeOnly, codeOnly, type TwoFactorSecret } from '@mela/contract'
import { Copy, Download } from 'lucide-react'
import { encode } from 'uqr'
import { useShop } from '../../../lib/shop.ts'
import { Button, buttonClass, textLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { useConfirmTwoFactor } from './profile.api.ts'

interface ConfirmTwoFactorProps {
  secret: TwoFactorSecret
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

export function ConfirmTwoFactor({ secret: { secret, url }, onConfirmed, onCancel }: ConfirmTwoFactorProps) {
  const { mutateAsync: confirm } = useConfirmTwoFactor()

  async function handleSubmit(input: CodeOnly) {
    const answer = await confirm(input)
    onConfirmed(answer.data.recoveryCodes)
    return answer
  }

  return (
    <Form
      schema={codeOnly}
      onSubmit={handleSubmit}
      fallback="Something went wrong, please try again later."
      defaultValues={{ code: '' }}
    >
      <p className="text-ink-2">Scan this with your authenticator app, then enter the six digits that it shows.</p>
      <div className="grid justify-items-center gap-4 sm:grid-cols-[auto_1fr] sm:items-center sm:justify-items-start sm:gap-6">
        <QrCode text={url} label="QR code for your authenticator app" />
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
      <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton>Turn on</SubmitButton>
      </DialogActions>
    </Form>
  )
}

/** Black on white in every colour scheme: many cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Shown once; the shop stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
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
    <div className="grid gap-5">
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
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </div>
  )
}
