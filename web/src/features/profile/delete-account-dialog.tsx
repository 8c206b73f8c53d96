import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { toRefusal } from '../../ui/failure.ts'
import { Field } from '../../ui/field.tsx'
import { toastError } from '../../ui/toast.tsx'
import { useDeleteAccount } from './profile.api.ts'

interface DeleteAccountDialogProps {
  onClose: () => void
  /** Drops what the browser holds of the person. */
  onDeleted: () => void
}

/** What has to be typed, so that nobody does it by mistake. */
const WORD = 'DELETE'

export function DeleteAccountDialog({ onClose, onDeleted }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutate: deleteAccount, isPending } = useDeleteAccount(onDeleted)
  const isSure = typed.trim() === WORD

  function handleSubmit() {
    if (!isSure || isPending) return
    deleteAccount(undefined, {
      onError: error => toastError(toRefusal(error).message ?? 'Something went wrong, please try again later.'),
    })
  }

  return (
    <Dialog open onClose={onClose} title="Delete your account?">
      <p className="text-ink-2">
        Your name, e-mail, addresses and picture are erased for good, and orders that are not paid are cancelled. What
        you have bought and what you have written stay in the shop, without your name.
      </p>
      <form className="grid gap-5" action={handleSubmit}>
        <Field label={`Type ${WORD} to go on`}>
          {control => (
            <input
              {...control}
              className="control"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={!isSure} loading={isPending}>
            Delete account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
