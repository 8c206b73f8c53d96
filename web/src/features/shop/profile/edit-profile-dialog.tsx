import { type OwnerProof, type ProfileInput, profileForm } from '@mela/contract'
import { useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { StoredUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { KeepTyped } from '../../../ui/forms/keep-typed.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { useUpdateProfile } from './profile.api.ts'
import { ProofFields } from './proof-fields.tsx'

interface EditProfileDialogProps {
  user: StoredUser
  hasTwoFactor: boolean
  onClose: () => void
}

export function EditProfileDialog({ user, hasTwoFactor, onClose }: EditProfileDialogProps) {
  const { mutateAsync: updateProfile } = useUpdateProfile()
  const { email, name } = user
  const isDone = useRef(false)
  const schema = useMemo(() => profileForm({ email, hasTwoFactor }), [email, hasTwoFactor])

  async function handleSubmit(input: ProfileInput & OwnerProof) {
    const answer = await updateProfile(input)
    endEdit()
    return answer
  }

  function endEdit() {
    isDone.current = true
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title="Edit profile">
      <AvatarField user={user} />
      <Form
        schema={schema}
        onSubmit={handleSubmit}
        fallback="Something went wrong, please try again later."
        invalid="Please fill in all the details correctly."
        defaultValues={{ name, email }}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField name="name.firstName" label="First name" autoComplete="given-name" />
          <TextField name="name.lastName" label="Last name" autoComplete="family-name" />
        </div>
        <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
        <ProofOfMove email={email} hasTwoFactor={hasTwoFactor} />
        <KeepTyped name="profile" isDone={isDone} />
        <DialogActions>
          <Button variant="outline" onClick={endEdit}>
            Cancel
          </Button>
          <SubmitButton>Save profile</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Asks for password and code when the email address differs from the present one. */
function ProofOfMove({ email, hasTwoFactor }: { email: string; hasTwoFactor: boolean }) {
  const typed = useWatch({ name: 'email' })
  if (String(typed).trim().toLowerCase() === email) return null

  return (
    <>
      <p className="type-small text-ink-2" role="status">
        {`Your password protects your address. ${
          hasTwoFactor
            ? 'The new one counts once you have opened the link that we send there; then you are signed out everywhere else.'
            : 'With the new one you stay signed in here and are signed out everywhere else.'
        }`}
      </p>
      <ProofFields hasTwoFactor={hasTwoFactor} />
    </>
  )
}
