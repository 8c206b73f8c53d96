import { type PasswordAndCode, passwordAndCode } from '@mela/contract'
import { Button } from '../../../ui/buttons/button.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'

interface PasswordAndCodeFormProps {
  onSubmit: (proof: PasswordAndCode) => unknown
  onCancel: () => void
  /** Text about the effect of the form; `action` is its submit button. */
  text: string
  action: Elements
}

export function PasswordAndCodeForm({ onSubmit, onCancel, text, action }: PasswordAndCodeFormProps) {
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
