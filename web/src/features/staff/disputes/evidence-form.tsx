import { type BodyOf, type Calls, sendDisputeEvidence } from '@mela/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { KeepTyped } from '../../../ui/forms/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/forms/leave-guard.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { useSendEvidence } from './disputes.api.ts'
import { EvidenceFiles, problemWithFiles } from './evidence-files.tsx'
import { SentParcel } from './sent-parcel.tsx'

const fallback = 'Something went wrong, please try again later...'

/** Proof of shipment; it is shown for confirmation before it is sent. */
export function EvidenceForm({ disputeId }: { disputeId: string }) {
  const { mutateAsync: send } = useSendEvidence(disputeId)
  const [files, setFiles] = useState<File[]>([])
  const [evidence, setEvidence] = useState<BodyOf<Calls['POST /disputes/:id/evidence']>>()
  const handleClose = () => setEvidence(undefined)

  function handleSubmit(body: BodyOf<Calls['POST /disputes/:id/evidence']>) {
    const problem = problemWithFiles(files)
    if (problem) toastError(problem)
    else setEvidence(body)
  }

  return (
    <>
      <Form
        schema={sendDisputeEvidence.schema.body}
        defaultValues={{ carrier: '', trackingNumber: '' }}
        onSubmit={handleSubmit}
        success={false}
        fallback={fallback}
      >
        <TextField name="carrier" label="Carrier" autoComplete="off" />
        <TextField name="trackingNumber" label="Tracking number" autoComplete="off" />
        <TextField name="note" label="What happened" multiline optional />
        <KeepTyped name="evidence" />
        <LeaveGuard text="What you have written for PayPal is not sent yet." />
        <EvidenceFiles files={files} onChange={setFiles} />
        <SubmitButton className="justify-self-start">Send evidence</SubmitButton>
      </Form>
      {evidence && (
        <ConfirmDialog
          title="Send this evidence?"
          action="Send to PayPal"
          dismiss="Back"
          perform={() => send({ body: evidence, files })}
          onClose={handleClose}
          onDone={handleClose}
          fallback={fallback}
        >
          <div className="grid gap-4">
            <p className="text-ink-2">
              PayPal gets exactly this and decides by it. It cannot be taken back, and PayPal may ask for nothing more.
            </p>
            <SentParcel carrier={evidence.carrier} trackingNumber={evidence.trackingNumber} text={evidence.note}>
              {files.map(({ name }) => name).join(', ')}
            </SentParcel>
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
