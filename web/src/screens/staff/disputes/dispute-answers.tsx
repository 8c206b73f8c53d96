import { API_BASE, type DisputeAnswer, type DisputeDetails } from '@mela/contract'
import { textLink } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { SentParcel } from './evidence-form.tsx'

/** The shop's answers to a dispute, and their results. */
export function DisputeAnswers({ dispute: { _id, answers } }: { dispute: DisputeDetails }) {
  return (
    <ul className="grid gap-3">
      {answers.map(answer => (
        <li key={answer._id} className="grid gap-2 rounded-control bg-paper px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="font-semibold">{answer.action === 'accept-claim' ? 'Claim accepted' : 'Evidence'}</p>
            <AnswerState answer={answer} />
          </div>
          <SentParcel {...answer}>{answer.files.length > 0 && <FileLinks disputeId={_id} {...answer} />}</SentParcel>
          <AnswerNote answer={answer} />
          <p className="type-small text-ink-2">
            <bdi>{answer.by ? `${answer.by.name.firstName} ${answer.by.name.lastName}` : 'Deleted user'}</bdi> ·{' '}
            <Time value={answer.at} style="date-time" />
          </p>
        </li>
      ))}
    </ul>
  )
}

function AnswerState({ answer: { state } }: { answer: DisputeAnswer }) {
  if (state === 'sent') return <Tag tone="plain">Sent</Tag>
  return state === 'refused' ? <Tag tone="danger">Refused</Tag> : <Tag tone="warn">No answer</Tag>
}

/** Details that the tag does not show. */
function AnswerNote({ answer: { action, state, refusal, trackingNumber } }: { answer: DisputeAnswer }) {
  if (state === 'refused' && refusal) return <p className="wrap-anywhere text-danger">{refusal}</p>
  if (state === 'sending') {
    return <p className="text-ink-2">PayPal has not answered. Look at the dispute there before you send this again.</p>
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
