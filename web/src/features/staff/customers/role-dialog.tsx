import type { Role, User } from '@mela/contract'
import { useState } from 'react'
import { RadioCards } from '../../../ui/controls/radio-cards.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useChangeRole } from './customers.api.ts'
import { roleTexts } from './roles.ts'

/** Manager may do nothing more than a customer yet, so only accounts that have it keep it. */
const rolesFor = (present: Role) =>
  (Object.keys(roleTexts) as Role[]).filter(role => role !== 'manager' || role === present)

const optionOf = (value: Role) => ({
  value,
  content: (
    <span className="grid gap-0.5">
      <span className="type-ui">{roleTexts[value].name}</span>
      <span className="type-small text-ink-2">{roleTexts[value].may}</span>
    </span>
  ),
})

interface RoleDialogProps {
  user: User
  isEmailConfirmed: boolean
  onClose: () => void
}

/** Changes a user's role after showing its rights. */
export function RoleDialog({ user, isEmailConfirmed, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(user.role)
  const { mutateAsync: change } = useChangeRole(user._id)
  const { firstName } = user.name

  return (
    <ConfirmDialog
      title={`Which role does ${firstName} have?`}
      action="Change role"
      isDisabled={role === user.role}
      perform={() => change(role)}
      onClose={onClose}
      onDone={onClose}
      fallback="Something went wrong, please try again later."
    >
      <RadioCards legend="Role" options={rolesFor(user.role).map(optionOf)} value={role} onChange={setRole} />
      {!isEmailConfirmed && role !== 'customer' && (
        <p role="status" className="text-warn">
          <span>{user.email}</span> was never confirmed, so another person may have opened this account. Ask{' '}
          <bdi>{firstName}</bdi> to confirm it first.
        </p>
      )}
      <p className="text-ink-2">
        <bdi>{firstName}</bdi> is signed out on every device, and has the new role with the next sign-in.
      </p>
    </ConfirmDialog>
  )
}
