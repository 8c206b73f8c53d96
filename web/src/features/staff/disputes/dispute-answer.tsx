import { CLAIM_ACCEPTED, type DisputeDetails, isOpenDispute } from '@mela/contract'
import { useState } from 'react'
import { priceText } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useAcceptDispute } from './disputes.api.ts'
import { EvidenceForm } from './evidence-form.tsx'

/** Sends proof of shipment or accepts the claim; shows only what the provider allows now. */
export function DisputeAnswer({ dispute }: { dispute: DisputeDetails }) {
  const [isAccepting, setIsAccepting] = useState(false)
  const { mutateAsync: accept } = useAcceptDispute(dispute._id)
  const { actions, amount, currency, state } = dispute
  if (actions.length === 0) {
    return (
      <p className="text-ink-2">
        {isOpenDispute(state) ? 'The payment provider asks nothing of the shop right now.' : 'It is closed.'}
      </p>
    )
  }

  return (
    <>
      {actions.includes('provide-evidence') && <EvidenceForm disputeId={dispute._id} />}
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
          action={`Give back ${priceText(amount, currency)}`}
          perform={accept}
          onClose={() => setIsAccepting(false)}
          onDone={() => setIsAccepting(false)}
          fallback="Something went wrong, please try again later..."
        >
          <p className="text-ink-2">
            PayPal returns <span>{priceText(amount, currency)}</span> to the buyer, tells them “{CLAIM_ACCEPTED}” and
            closes the dispute. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
