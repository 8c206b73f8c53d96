import { type AuditEntry, shortOrderId, staffPaths } from '@mela/contract'
import { humanise } from '../../../lib/format/humanise.ts'
import { fieldLabel, fieldText } from './field-labels.ts'

/** 'Two factor recovery codes renewed' for 'two-factor.recovery-codes-renewed'. */
export function auditText(action: string): string {
  const words = action.replace(/[._-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The dashboard page of a subject, by kind of subject. */
const places: Record<string, (id: string) => string> = {
  product: staffPaths.editProduct,
  category: () => staffPaths.categories,
  media: () => staffPaths.media,
  user: staffPaths.customer,
  order: staffPaths.order,
  payment: staffPaths.payment,
  dispute: staffPaths.dispute,
  review: () => staffPaths.reviews,
  import: () => staffPaths.importProducts,
  page: staffPaths.editPage,
}

/** Labels of subject kinds, where they differ from the log's own word. */
const SUBJECTS: Record<string, string> = { user: 'Account', media: 'Picture' }

/** 'one picture', for the filter of the log. */
export function subjectKind(subject: string): string {
  const [kind = ''] = subject.split(':')
  return `one ${(SUBJECTS[kind] ?? kind).toLowerCase()}`
}

export interface Subject {
  text: string
  /** Undefined when it has no page or was deleted. */
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
  /** The label that the field has in its form. */
  field: string
  before: string | undefined
  after: string | undefined
}

/** The changed fields with values before and after; amounts in the currency of the entry, or else `ofShop`. */
export function differences(
  { before, after, orderNumber }: Pick<AuditEntry, 'before' | 'after' | 'orderNumber'>,
  ofShop: string,
): Difference[] {
  const currency = typeof after?.currency === 'string' ? after.currency : ofShop
  const textOf = (field: string, value: unknown) =>
    field === 'order' && orderNumber && value ? orderNumber : fieldText(field, value, currency)
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter(field => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map(field => ({
      field: fieldLabel(field),
      before: textOf(field, before?.[field]),
      after: textOf(field, after?.[field]),
    }))
}

export const auditPath = (filters: Record<string, string>) => `${staffPaths.audit}?${new URLSearchParams(filters)}`

/** The name of an actor; without an account, the operator or the system. */
export const nameOfActor = (actor: AuditEntry['actor']) =>
  actor ? `${actor.name?.firstName ?? ''} ${actor.name?.lastName ?? ''}`.trim() || actor._id : 'The shop itself'
