import type { Address } from '@mela/contract'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toRefusal } from '../../ui/failure.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { AddressCard } from './address-card.tsx'
import { useDeleteAddress } from './addresses.api.ts'

interface DeleteAddressDialogProps {
  address: Address
  onClose: () => void
  /** Closes it too. */
  onDeleted: () => void
}

export function DeleteAddressDialog({ address, onClose, onDeleted }: DeleteAddressDialogProps) {
  const deletion = useDeleteAddress()

  async function handleDelete() {
    try {
      const { message } = await deletion.mutateAsync(address._id)
      onDeleted()
      toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again...')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete this address?"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={deletion.isPending} onClick={() => void handleDelete()}>
            Delete address
          </Button>
        </>
      }
    >
      <p className="text-ink-2">What you have ordered to it stays as it is.</p>
      <div className="rounded-tile border border-line p-4">
        <AddressCard address={address} />
      </div>
    </Dialog>
  )
}
