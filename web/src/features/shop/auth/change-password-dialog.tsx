import { type PasswordChange, passwordChangeForm } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/forms/password-rules.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'

interface ChangePasswordDialogProps {
  open: boolean
  onClose: () => void
}

export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const queryClient = useQueryClient()

  async function handleSubmit({ oldPassword, newPassword }: PasswordChange) {
    const answer = await call('PATCH /users/current-user/password', { body: { oldPassword, newPassword } })
    // The other devices are signed out now, and this one has a new session.
    void queryClient.invalidateQueries({ queryKey: ['users', 'current-user', 'sessions'] })
    onClose()
    return answer
  }

  return (
    <Dialog open={open} onClose={onClose} title="Update password">
      <Form
        schema={passwordChangeForm}
        onSubmit={handleSubmit}
        fallback="Something went wrong, please try again later."
        invalid="Passwords are incorrect."
        defaultValues={{ oldPassword: '', newPassword: '', confirmation: '' }}
      >
        <TextField name="oldPassword" label="Old password" type="password" autoComplete="current-password" />
        <TextField name="newPassword" label="New password" {...newPasswordInput} />
        <PasswordRules name="newPassword" />
        <TextField name="confirmation" label="Confirm new password" {...newPasswordInput} />
        <p className="type-small text-ink-2">You stay signed in here and are signed out everywhere else.</p>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>Update password</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
