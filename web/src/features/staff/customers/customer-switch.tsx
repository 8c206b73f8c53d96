import type { User } from '@mela/contract'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { Switch } from '../../../ui/controls/switch.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { useCustomerStatus } from './customers.api.ts'

const DONE = 'User updated successfully.'
const FAILED = 'An error occurred while updating the customer status.'

/** Unblocks a customer at once; blocking asks first and can be undone. */
export function CustomerSwitch({ customer: { _id: id, name, status } }: { customer: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync, isPending, variables } = useCustomerStatus()
  const close = () => setIsAsking(false)

  async function change(wanted: boolean) {
    await mutateAsync({ id, status: wanted })
    return { message: DONE }
  }

  async function handleActivate() {
    try {
      toastSuccess((await change(true)).message, id)
    } catch (error) {
      toastError(toRefusal(error).message ?? FAILED, id)
    }
  }

  return (
    <>
      <Switch
        label={`${name.firstName} ${name.lastName} is active`}
        checked={isPending ? variables.status : status}
        busy={isPending}
        onChange={wanted => (wanted ? void handleActivate() : setIsAsking(true))}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Deactivate ${name.firstName} ${name.lastName}?`}
          action="Deactivate"
          perform={() => change(false)}
          onClose={close}
          onDone={close}
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
