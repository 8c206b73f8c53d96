import type { Address } from '@mela/contract'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { AddressCard } from './address-card.tsx'
import { useDeleteAddress } from './addresses.api.ts'

interface DeleteAddressDialogProps {
  address: Address
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAddressDialog({ address, onClose, onDeleted }: DeleteAddressDialogProps) {
  const { mutateAsync: deleteAddress } = useDeleteAddress()

  return (
    <ConfirmDialog
      title="Delete this address?"
      action="Delete address"
      perform={() => deleteAddress(address._id)}
      onClose={onClose}
      onDone={onDeleted}
      fallback="Something went wrong, please try again..."
    >
      <p className="text-ink-2">What you have ordered to it stays as it is.</p>
      <div className="rounded-tile border border-line p-4">
        <AddressCard address={address} />
      </div>
    </ConfirmDialog>
  )
}
