import type { Role, User } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toastAnswer, toastWithUndo } from '../../../ui/toast.tsx'
import { customerQuery } from './customers.api.ts'

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
  const showChanged = useShowChanged()
  const { firstName } = user.name

  async function change() {
    const userId = user._id
    const answer = await call('PATCH /users/:userId', { params: { userId }, body: { userId, role } })
    showChanged(answer)
    return answer
  }

  return (
    <ConfirmDialog
      title={`Which role does ${firstName} have?`}
      action="Change role"
      isDisabled={role === user.role}
      perform={change}
      onClose={onClose}
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

const DONE = 'User updated successfully.'
const FAILED = 'An error occurred while updating the customer status.'

/** Unblocks a customer at once; blocking asks first and can be undone. */
export function CustomerSwitch({ customer: { _id: id, name, status } }: { customer: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (status: boolean) => call('PATCH /users/user/:id/status', { params: { id }, body: { status } }),
    onSuccess: useShowChanged(),
  })

  async function change(wanted: boolean) {
    await mutateAsync(wanted)
    return { message: DONE }
  }

  return (
    <>
      <Switch
        label={`${name.firstName} ${name.lastName} is active`}
        checked={isPending ? variables : status}
        busy={isPending}
        onChange={wanted => (wanted ? void toastAnswer(change(true), FAILED, id) : setIsAsking(true))}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Deactivate ${name.firstName} ${name.lastName}?`}
          action="Deactivate"
          perform={() => change(false)}
          onClose={() => setIsAsking(false)}
          notify={({ message }) => toastWithUndo(message, () => change(true))}
          fallback={FAILED}
        >
          <p className="text-ink-2">
            <bdi>{name.firstName}</bdi> is signed out on every device and cannot sign in until the account is active
            again. Orders that were placed stay as they are.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Duration of a row's fade-out in a list that it leaves. */
const LEAVING_MS = 200

/** Puts the answered user into every cached list and reloads the lists. */
function useShowChanged() {
  const queryClient = useQueryClient()
  return ({ data: changed }: { data: User }) => {
    const swap = (user: User) => (user._id === changed._id ? changed : user)
    queryClient.setQueriesData<{ data: User[] }>(
      { queryKey: ['customers', 'list'] },
      list => list && { ...list, data: list.data.map(swap) },
    )
    queryClient.setQueryData(customerQuery(changed._id).queryKey, user => user && changed)
    setTimeout(() => void refresh(queryClient, 'customers', 'users'), LEAVING_MS)
  }
}
