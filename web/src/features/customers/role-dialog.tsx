import type { Role, User } from '@mela/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { useChangeRole } from './customers.api.ts'
import { roleTexts } from './roles.ts'

const options = (Object.keys(roleTexts) as Role[]).map(value => ({
  value,
  content: (
    <span className="grid gap-0.5">
      <span className="type-ui">{roleTexts[value].name}</span>
      <span className="type-small text-ink-2">{roleTexts[value].may}</span>
    </span>
  ),
}))

/** Gives somebody another role, after saying what it may do. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
      <RadioCards legend="Role" options={options} value={role} onChange={setRole} />
      <p className="text-ink-2">
        {firstName} is signed out on every device, and has the new role with the next sign-in.
      </p>
    </ConfirmDialog>
  )
}
