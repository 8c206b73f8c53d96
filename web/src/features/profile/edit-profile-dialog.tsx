import { type ProfileInput, profileInput } from '@mela/contract'
import type { StoredUser } from '../../lib/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { useUpdateProfile } from './profile.api.ts'

interface EditProfileDialogProps {
  user: StoredUser
  onClose: () => void
}

export function EditProfileDialog({ user, onClose }: EditProfileDialogProps) {
  const { mutateAsync: updateProfile } = useUpdateProfile()

  async function handleSubmit(input: ProfileInput) {
    const answer = await updateProfile(input)
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title="Edit profile">
      <AvatarField user={user} />
      <Form
        schema={profileInput}
        onSubmit={handleSubmit}
        fallback="Something went wrong, please try again later."
        invalid="Please fill in all the details correctly."
        defaultValues={{ name: user.name, email: user.email }}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField name="name.firstName" label="First name" autoComplete="given-name" />
          <TextField name="name.lastName" label="Last name" autoComplete="family-name" />
        </div>
        <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>Save profile</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
