import {
  API_BASE,
  type BodyOf,
  type Calls,
  type DisputeAnswer,
  type DisputeDetails,
  disputeCalls,
  EVIDENCE_FILES,
  EVIDENCE_MEGABYTES,
} from '@mela/contract'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { IconButton, textLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Time } from '../../../ui/time.tsx'
import { Facts, fullName } from '../layout/record-parts.tsx'

/** A dispute changes its payment and order too. */
export const OF_DISPUTES = ['disputes', 'orders', 'payments', 'dashboard'] as const

type Evidence = BodyOf<Calls['POST /disputes/:id/evidence']>

/** Proof of shipment; it is shown for confirmation before it is sent. */
export function EvidenceForm({ dispute: { _id: disputeId, provider } }: { dispute: DisputeDetails }) {
  const after = useRefreshAfter(...OF_DISPUTES)
  const [files, setFiles] = useState<File[]>([])
  const [evidence, setEvidence] = useState<Evidence>()

  function send(body: Evidence) {
    const params = { id: disputeId }
    if (files.length === 0) return after(call('POST /disputes/:id/evidence', { params, body }))
    const form = new FormData()
    form.set('input', JSON.stringify(body))
    for (const file of files) form.append('files', file)
    return after(call('POST /disputes/:id/evidence/files', { params, form }))
  }

  return (
    <>
      <Form
        schema={disputeCalls['POST /disputes/:id/evidence'].body}
        defaultValues={{ carrier: '', trackingNumber: '' }}
        onSubmit={body => setEvidence(body)}
        success={false}
      >
        <TextField name="carrier" label="Carrier" autoComplete="off" />
        <TextField name="trackingNumber" label="Tracking number" autoComplete="off" />
        <TextField name="note" label="What happened" multiline optional />
        <KeepTyped name="evidence" />
        <LeaveGuard text={`What you have written for ${provider} is not sent yet.`} />
        <EvidenceFiles files={files} onChange={setFiles} />
        <SubmitButton className="justify-self-start">Send evidence</SubmitButton>
      </Form>
      {evidence && (
        <ConfirmDialog
          title="Send this evidence?"
          action={`Send to ${provider}`}
          dismiss="Back"
          perform={() => send(evidence)}
          onClose={() => setEvidence(undefined)}
        >
          <div className="grid gap-4">
            <p className="text-ink-2">
              {`${provider} gets exactly this and decides by it. It cannot be taken back, and ${provider} may ask for nothing more.`}
            </p>
            <Facts facts={factsOf(evidence, evidence.note, files.map(({ name }) => name).join(', '))} />
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}

function EvidenceFiles({ files, onChange }: { files: File[]; onChange: (files: File[]) => void }) {
  return (
    <div className="grid gap-1.5">
      {files.length > 0 && (
        <ul className="grid gap-1.5">
          {files.map((file, index) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className="flex items-center gap-2">
              <span dir="auto" className="wrap-anywhere min-w-0 grow">
                {file.name}
              </span>
              <IconButton label={`Remove ${file.name}`} tipEnd onClick={() => onChange(files.toSpliced(index, 1))}>
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <FileDrop
        multiple
        accept="image/jpeg,image/gif,image/png,application/pdf"
        onFiles={added => onChange([...files.filter(file => !added.some(isSame(file))), ...added])}
      >
        <span className="type-ui">Add files</span>
        <span className="type-small">
          {`JPG, GIF, PNG or PDF, ${EVIDENCE_FILES} at the most, less than ${EVIDENCE_MEGABYTES} MB in all.`}
        </span>
      </FileDrop>
    </div>
  )
}

const isSame = (file: File) => (other: File) =>
  file.name === other.name && file.lastModified === other.lastModified && file.size === other.size

/** Evidence of shipment, before or after it is sent. */
const factsOf = (parcel: Pick<DisputeAnswer, 'carrier' | 'trackingNumber'>, text: ReactNode, files: ReactNode) => ({
  Carrier: parcel.carrier,
  'Tracking number': parcel.trackingNumber,
  'What happened': text,
  Files: files,
})

export function DisputeAnswers({ dispute: { _id, answers, provider } }: { dispute: DisputeDetails }) {
  return (
    <ul className="grid gap-3">
      {answers.map(answer => (
        <li key={answer._id} className="grid gap-2 rounded-control bg-paper px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="font-semibold">{answer.action === 'accept-claim' ? 'Claim accepted' : 'Evidence'}</p>
            <AnswerState answer={answer} />
          </div>
          <Facts
            facts={factsOf(answer, answer.text, answer.files.length > 0 && <FileLinks disputeId={_id} {...answer} />)}
          />
          <AnswerNote answer={answer} provider={provider} />
          <p className="type-small text-ink-2">
            <bdi>{fullName(answer.by, 'Deleted user')}</bdi> · <Time value={answer.at} style="date-time" />
          </p>
        </li>
      ))}
    </ul>
  )
}

function AnswerState({ answer: { state } }: { answer: DisputeAnswer }) {
  if (state === 'sent') return <Tag>Sent</Tag>
  return state === 'refused' ? <Tag tone="danger">Refused</Tag> : <Tag tone="warn">No answer</Tag>
}

/** Details that the tag does not show. */
function AnswerNote({ answer, provider }: { answer: DisputeAnswer; provider: string }) {
  const { action, state, refusal, trackingNumber } = answer
  if (state === 'refused' && refusal) return <p className="wrap-anywhere text-danger">{refusal}</p>
  if (state === 'sending') {
    return (
      <p className="text-ink-2">
        {`${provider} has not answered. Look at the dispute there before you send this again.`}
      </p>
    )
  }
  const isErased = action === 'provide-evidence' && trackingNumber === null
  return isErased && <p className="text-ink-2">Its details were erased with the personal data of the order.</p>
}

function FileLinks({ disputeId, files }: Pick<DisputeAnswer, 'files'> & { disputeId: string }) {
  return (
    <ul>
      {files.map(({ _id, name }) => (
        <li key={_id}>
          <a href={`${API_BASE}/disputes/${disputeId}/files/${_id}`} download={name} className={textLink}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
