import type { Address } from '@mela/contract'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AddressForm } from './address-form.tsx'

interface AddAddressDialogProps {
  open: boolean
  onClose: () => void
  onAdded?: (address: Address) => void
}

export function AddAddressDialog({ open, onClose, onAdded }: AddAddressDialogProps) {
  function handleAdded(address: Address) {
    onAdded?.(address)
    onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} title="Add address">
      <AddressForm onAdded={handleAdded}>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>Save address</SubmitButton>
        </DialogActions>
      </AddressForm>
    </Dialog>
  )
}
