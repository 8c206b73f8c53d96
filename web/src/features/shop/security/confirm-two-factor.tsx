import { type CodeOnly, codeOnly, type TwoFactorSecret } from '@mela/contract'
import { Button } from '../../../ui/buttons/button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { QrCode } from './qr-code.tsx'
import { useConfirmTwoFactor } from './two-factor.api.ts'

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
