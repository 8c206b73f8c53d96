import type { AuditEntry } from '@mela/contract'
import { humanise } from '../../../lib/format/humanise.ts'
import { shortOrderId } from '../../../lib/format/short-order-id.ts'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { fieldLabel, fieldText } from './field-labels.ts'

/** 'two-factor.recovery-codes-renewed' as people say it: 'Two factor recovery codes renewed'. */
export function auditText(action: string): string {
  const words = action.replace(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Where a thing of a kind can be seen. */
const places: Record<string, (id: string) => string> = {
  product: staffPaths.editProduct,
  category: () => staffPaths.categories,
  media: () => staffPaths.media,
  user: staffPaths.customer,
  order: staffPaths.order,
  payment: staffPaths.payment,
  dispute: staffPaths.dispute,
  import: () => staffPaths.importProducts,
}

/** What the parts of a subject are called, where the log's own word is another. */
const SUBJECTS: Record<string, string> = { user: 'Account', media: 'Picture' }

/** 'one picture', of what the log is narrowed to. */
export function subjectKind(subject: string): string {
  const [kind = ''] = subject.split(':')
  return `one ${(SUBJECTS[kind] ?? kind).toLowerCase()}`
}

export interface Subject {
  text: string
  /** Undefined when it has no page, or is no more. */
  to: string | undefined
}

export function subjectOf({ subject, subjectName, action }: AuditEntry): Subject | undefined {
  if (!subject) return undefined
  const [kind = '', id = ''] = subject.split(':')
  const isGone = action === `${kind}.deleted` && kind !== 'user'
  const text = subjectName ?? `${SUBJECTS[kind] ?? humanise(kind)} ${shortOrderId(id)}`
  return { text, to: isGone ? undefined : places[kind]?.(id) }
}

interface Difference {
  /** As its form calls it. */
  field: string
  before: string | undefined
  after: string | undefined
}

/** What was one thing before and is another now, field by field. */
export function differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter(field => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map(field => ({
      field: fieldLabel(field),
      before: fieldText(field, before?.[field]),
      after: fieldText(field, after?.[field]),
    }))
}

export const auditPath = (filters: Record<string, string>) => `${staffPaths.audit}?${new URLSearchParams(filters)}`

/** The operator, or the shop by itself. */
export const nameOfActor = (actor: AuditEntry['actor']) =>
  actor ? `${actor.name?.firstName ?? ''} ${actor.name?.lastName ?? ''}`.trim() || actor._id : 'The shop itself'
