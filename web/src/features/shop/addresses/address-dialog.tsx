import type { Address } from '@mela/contract'
import { useRef } from 'react'
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
  const isDone = useRef(false)

  function handleSaved(saved: Address) {
    onSaved?.(saved)
    onClose()
  }

  function handleCancel() {
    isDone.current = true
    onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} title={address ? 'Edit address' : 'Add address'}>
      <AddressForm address={address} isDone={isDone} onSaved={handleSaved}>
        <DialogActions>
          <Button variant="outline" onClick={handleCancel}>
            Cancel
          </Button>
          <SubmitButton>Save address</SubmitButton>
        </DialogActions>
      </AddressForm>
    </Dialog>
  )
}
