import { type Dispute, isOpenDispute } from '@mela/contract'
import { Tag } from '../../../ui/values/tag.tsx'
import { providerWords } from './provider-words.ts'

/** State and outcome of a dispute; highlighted while the shop has to answer. */
export function DisputeTag({ dispute: { state, status, outcome } }: { dispute: Dispute }) {
  const tone = state === 'needs_response' ? 'danger' : isOpenDispute(state) ? 'warn' : 'plain'
  const hasOutcome = outcome !== null && outcome !== 'NONE'
  return <Tag tone={tone}>{providerWords(hasOutcome ? outcome : status)}</Tag>
}
