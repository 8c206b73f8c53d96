import type { User } from '@mela/contract'
import { toRefusal } from '../../ui/failure.ts'
import { Switch } from '../../ui/switch.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useCustomerStatus } from './customers.api.ts'

export function CustomerSwitch({ customer: { _id: id, name, status } }: { customer: User }) {
  const { mutate, isPending, variables } = useCustomerStatus()

  function handleChange(wanted: boolean) {
    mutate(
      { id, status: wanted },
      {
        onSuccess: () => toastSuccess('User updated successfully.'),
        onError: error =>
          toastError(toRefusal(error).message ?? 'An error occurred while updating the customer status.'),
      },
    )
  }

  return (
    <Switch
      label={`${name.firstName} ${name.lastName} is active`}
      checked={isPending ? variables.status : status}
      busy={isPending}
      onChange={handleChange}
    />
  )
}
