import { type DisputeDetails, sendDisputeEvidence } from '@mela/contract'
import { useState } from 'react'
import { priceText } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAcceptDispute, useSendEvidence } from './disputes.api.ts'

const fallback = 'Something went wrong, please try again later...'

/** Proves that the order was sent, or gives in; only what the provider allows just now. */
export function DisputeAnswer({ dispute }: { dispute: DisputeDetails }) {
  const [isAccepting, setIsAccepting] = useState(false)
  const { mutateAsync: send } = useSendEvidence(dispute._id)
  const { mutateAsync: accept } = useAcceptDispute(dispute._id)
  const { actions, amount, status } = dispute
  if (actions.length === 0) {
    return (
      <p className="text-ink-2">
        {status === 'RESOLVED' ? 'It is closed.' : 'The payment provider asks nothing of the shop right now.'}
      </p>
    )
  }

  return (
    <>
      {actions.includes('provide-evidence') && (
        <Form
          schema={sendDisputeEvidence.schema.body}
          defaultValues={{ carrier: '', trackingNumber: '' }}
          onSubmit={send}
          fallback={fallback}
        >
          <TextField name="carrier" label="Carrier" autoComplete="off" />
          <TextField name="trackingNumber" label="Tracking number" autoComplete="off" />
          <TextField name="note" label="What happened" multiline optional />
          <SubmitButton className="justify-self-start">Send evidence</SubmitButton>
        </Form>
      )}
      {actions.includes('accept-claim') && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
          <p className="text-ink-2">Is the buyer right?</p>
          <Button variant="outline" onClick={() => setIsAccepting(true)}>
            Accept claim
          </Button>
        </div>
      )}
      {isAccepting && (
        <ConfirmDialog
          title="Accept this claim?"
          action={`Give back ${priceText(amount)}`}
          perform={accept}
          onClose={() => setIsAccepting(false)}
          onDone={() => setIsAccepting(false)}
          fallback={fallback}
        >
          <p className="text-ink-2">
            The payment provider returns {priceText(amount)} to the buyer and closes the dispute. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
