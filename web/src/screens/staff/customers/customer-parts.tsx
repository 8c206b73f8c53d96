import { type CustomerOverview, type Role, staffPaths, type User } from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { DeviceList, TRY_LATER } from '../../../shared/session/device-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Card } from '../../../ui/headings.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toastAnswer, toastWithUndo } from '../../../ui/toast.tsx'
import { fullName } from '../layout/record-parts.tsx'

export const customerLists = [
  { to: staffPaths.customers, label: 'All Customers', only: undefined },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers', only: 'inactive' },
  { to: staffPaths.staff, label: 'Staff', only: 'staff' },
] as const

/** The rights of each role, in ascending order. */
export const roleTexts: Record<Role, { name: string; may: string }> = {
  customer: { name: 'Customer', may: 'Shops: orders, addresses and reviews of their own.' },
  manager: { name: 'Manager', may: 'Shops like a customer. The dashboard stays closed to them.' },
  admin: { name: 'Admin', may: 'Runs the shop: everything in the dashboard, and other people’s accounts and roles.' },
}

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

export function RoleDialog({ user, isEmailConfirmed, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(user.role)
  const after = useRefreshAfter('users')
  const { _id: userId, name } = user

  return (
    <ConfirmDialog
      title={`Which role does ${name.firstName} have?`}
      action="Change role"
      isDisabled={role === user.role}
      perform={() => after(call('PATCH /users/:userId', { params: { userId }, body: { userId, role } }))}
      onClose={onClose}
      fallback="Something went wrong, please try again later."
    >
      <RadioCards legend="Role" options={rolesFor(user.role).map(optionOf)} value={role} onChange={setRole} />
      {!isEmailConfirmed && role !== 'customer' && (
        <p role="status" className="text-warn">
          <span>{user.email}</span> was never confirmed, so another person may have opened this account. Ask{' '}
          <bdi>{name.firstName}</bdi> to confirm it first.
        </p>
      )}
      <p className="text-ink-2">
        <bdi>{name.firstName}</bdi> is signed out on every device, and has the new role with the next sign-in.
      </p>
    </ConfirmDialog>
  )
}

const FAILED = 'An error occurred while updating the customer status.'

/** Unblocks a customer at once; blocking asks first and can be undone. */
export function CustomerSwitch({ customer }: { customer: User }) {
  const { _id: id, status } = customer
  const [isAsking, setIsAsking] = useState(false)
  const after = useRefreshAfter('users')
  const {
    mutateAsync: change,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (status: boolean) => after(call('PATCH /users/user/:id/status', { params: { id }, body: { status } })),
  })

  return (
    <>
      <Switch
        label={`${fullName(customer)} is active`}
        checked={isPending ? variables : status}
        busy={isPending}
        onChange={wanted => (wanted ? void toastAnswer(change(true), FAILED) : setIsAsking(true))}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Deactivate ${fullName(customer)}?`}
          action="Deactivate"
          perform={() => change(false)}
          onClose={() => setIsAsking(false)}
          notify={({ message }) => toastWithUndo(message, () => change(true))}
          fallback={FAILED}
        >
          <p className="text-ink-2">
            <bdi>{customer.name.firstName}</bdi> is signed out on every device and cannot sign in until the account is
            active again. Orders that were placed stay as they are.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

export function Devices({ userId, sessions }: { userId: string; sessions: CustomerOverview['sessions'] }) {
  const after = useRefreshAfter('users')
  const params = { id: userId }
  const endAll = () => after(call('DELETE /users/:id/sessions', { params }))
  const end = (sessionId: string) =>
    after(call('DELETE /users/:id/sessions/:sessionId', { params: { ...params, sessionId } }))

  return (
    <Card
      title="Devices"
      action={
        sessions.length > 1 && (
          <Button variant="outline" size={32} loading={false} onClick={() => toastAnswer(endAll(), TRY_LATER)}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className="text-ink-2">Not signed in anywhere.</p>}
      <DeviceList sessions={sessions} since="Since" signOut={end} />
    </Card>
  )
}
