import { type OwnerProof, proofFor } from '@mela/contract'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions, FormFailure } from '../../ui/form.tsx'
import { ProofFields, useHasTwoFactor } from './proof-fields.tsx'

interface ProofDialogProps {
  title: string
  text: string
  action: string
  /** The toast, in place of the answer's message. */
  success?: string
  /** What is said when it fails without a sentence of its own. */
  fallback: string
  onProven: (proof: OwnerProof) => Promise<unknown>
  onClose: () => void
}

/** Asks for password and second factor before something that decides where money and emails go. */
export function ProofDialog({ title, text, action, onProven, onClose, ...form }: ProofDialogProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Form
        {...form}
        schema={proofFor(useHasTwoFactor())}
        defaultValues={{ password: '', code: '' }}
        onSubmit={onProven}
        onDone={onClose}
      >
        <p className="text-ink-2">{text}</p>
        <ProofFields />
        <FormFailure />
        <FormActions onCancel={onClose}>{action}</FormActions>
      </Form>
    </Dialog>
  )
}
