import type { Address } from '@mela/contract'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { AddressForm } from './address-form.tsx'

interface AddressDialogProps {
  open: boolean
  /** The address to edit; without it, a new one is added. */
  address?: Address
  onClose: () => void
  onSaved?: (address: Address) => void
}

export function AddressDialog({ open, address, onClose, onSaved }: AddressDialogProps) {
  function handleSaved(saved: Address) {
    onSaved?.(saved)
    onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} title={address ? 'Edit address' : 'Add address'}>
      <AddressForm address={address} onSaved={handleSaved}>
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
