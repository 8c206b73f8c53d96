import { type OwnerProof, paths, proofFor } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { onArrival } from '../../../lib/arrival.ts'
import { forgetLoaded } from '../../../lib/page-data.ts'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { ProofFields } from './proof-fields.tsx'

interface DeleteAccountDialogProps {
  hasTwoFactor: boolean
  onClose: () => void
  /** Drops the user's data in the browser. */
  onDeleted: () => void
}

/** The text to type, against deletion by mistake. */
const WORD = 'DELETE'

export function DeleteAccountDialog({ hasTwoFactor, onClose, onDeleted }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('')
  const { retentionYears } = useShop()
  const { mutateAsync: deleteAccount } = useDeleteAccount(onDeleted)

  return (
    <Dialog open onClose={onClose} title="Delete your account?">
      <p className="text-ink-2">
        Your name, email, addresses and picture are erased for good. Orders that are not paid are cancelled and lose
        your name and address; paid ones keep them for <span>{retentionYears}</span> years, as tax law wants. Reviews
        stay, without your name.
      </p>
      <Form
        schema={proofFor(hasTwoFactor)}
        onSubmit={deleteAccount}
        fallback="Something went wrong, please try again later."
        success={false}
        defaultValues={{ password: '' }}
      >
        <ProofFields hasTwoFactor={hasTwoFactor} />
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
          <SubmitButton variant="danger" disabled={typed.trim() !== WORD}>
            Delete account
          </SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** `forget` drops the user's data in the browser. */
function useDeleteAccount(forget: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: OwnerProof) => call('DELETE /users/current-user', { body }),
    onSuccess({ message }) {
      toastSuccess(message)
      // The profile sends a forgotten user to the login.
      onArrival(() => {
        forget()
        forgetLoaded(queryClient)
      })
      return navigate(paths.home)
    },
  })
}
