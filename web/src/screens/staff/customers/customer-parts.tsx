import {
  type CustomerOverview,
  type OwnerProof,
  ownerProof,
  proofFor,
  type Role,
  staffPaths,
  type User,
} from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { DeviceList, TRY_LATER } from '../../../shared/session/device-list.tsx'
import { ProofDialog } from '../../../shared/session/proof-dialog.tsx'
import { ProofFields, useHasTwoFactor } from '../../../shared/session/proof-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toastAnswer, toastSuccess, toastWithUndo } from '../../../ui/toast.tsx'
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

const noProof = ownerProof.pick({})

interface RoleDialogProps {
  user: User
  isEmailConfirmed: boolean
  onClose: () => void
}

export function RoleDialog({ user, isEmailConfirmed, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(user.role)
  const hasTwoFactor = useHasTwoFactor()
  const give = useGiveRole(user)
  const { firstName } = user.name
  const isAppointed = role === 'admin' && user.role !== role

  return (
    <Dialog title={`Which role does ${firstName} have?`} onClose={onClose}>
      <Form
        schema={isAppointed ? proofFor(hasTwoFactor) : noProof}
        onSubmit={proof => give(role, proof)}
        onDone={onClose}
        fallback={ROLE_FAILED}
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
        {isAppointed && <ProofFields />}
        <FormActions variant="danger" disabled={role === user.role} onCancel={onClose}>
          Change role
        </FormActions>
      </Form>
    </Dialog>
  )
}

const ROLE_FAILED = 'Something went wrong, please try again later.'

function useGiveRole({ _id: userId }: User) {
  const after = useRefreshAfter('users')
  return (role: Role, proof: OwnerProof) =>
    after(call('PATCH /users/:userId', { params: { userId }, body: { userId, role, ...proof } }))
}

/** For an admin who was appointed without a password: a stolen session may have done it. */
export function ConfirmRole({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const give = useGiveRole(user)
  const { firstName } = user.name
  if (useCurrentUser()?.id === user._id) return <Tag tone="warn">Not confirmed</Tag>

  return (
    <>
      <Button variant="outline" size={32} onClick={() => setIsAsking(true)}>
        Confirm role
      </Button>
      {isAsking && (
        <ProofDialog
          title={`Is ${firstName} an admin?`}
          text={`No password was entered when ${firstName} became one, so keys, bank account and mail server stay closed to them. Confirm it only if you know who did it; ${firstName} is signed out on every device.`}
          action="Confirm role"
          fallback={ROLE_FAILED}
          onProven={proof => give('admin', proof)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const FAILED = 'An error occurred while updating the customer status.'

/** Unblocks a customer at once, an admin with the password; blocking asks first and can be undone. */
export function CustomerSwitch({ customer }: { customer: User }) {
  const { _id: id, status, role } = customer
  const [asked, setAsked] = useState<'on' | 'off'>()
  const after = useRefreshAfter('users')
  const close = () => setAsked(undefined)
  const name = fullName(customer)
  const {
    mutateAsync: change,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (body: OwnerProof & { status: boolean }) =>
      after(call('PATCH /users/user/:id/status', { params: { id }, body })),
  })

  return (
    <>
      <Switch
        label={`${name} is active`}
        checked={isPending ? variables.status : status}
        busy={isPending}
        onChange={wanted =>
          wanted && role !== 'admin'
            ? void toastAnswer(change({ status: true }), FAILED)
            : setAsked(wanted ? 'on' : 'off')
        }
      />
      {asked === 'on' && (
        <ProofDialog
          title={`Activate ${name}?`}
          text={`${name} is an admin, and may use everything in the dashboard again.`}
          action="Activate"
          fallback={FAILED}
          onProven={proof => change({ status: true, ...proof })}
          onClose={close}
        />
      )}
      {asked === 'off' && (
        <ConfirmDialog
          title={`Deactivate ${name}?`}
          action="Deactivate"
          perform={() => change({ status: false })}
          onClose={close}
          notify={({ message }) =>
            role === 'admin' ? toastSuccess(message) : toastWithUndo(message, () => change({ status: true }))
          }
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
