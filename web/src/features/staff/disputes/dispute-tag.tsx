import type { Dispute } from '@mela/contract'
import { Tag } from '../../../ui/values/tag.tsx'
import { providerWords } from './provider-words.ts'

/** State and outcome of a dispute; highlighted while the shop has to answer. */
export function DisputeTag({ dispute: { status, outcome } }: { dispute: Dispute }) {
  const tone = status === 'WAITING_FOR_SELLER_RESPONSE' ? 'danger' : status === 'RESOLVED' ? 'plain' : 'warn'
  const hasOutcome = outcome !== null && outcome !== 'NONE'
  return <Tag tone={tone}>{providerWords(hasOutcome ? outcome : status)}</Tag>
}
