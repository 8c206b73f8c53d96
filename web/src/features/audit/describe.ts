import type { AuditEntry } from '@mela/contract'
import { staffPaths } from '../../lib/staff-paths.ts'

/** 'two-factor.recovery-codes-renewed' as people say it: 'Two factor recovery codes renewed'. */
export function deedText(action: string): string {
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

export interface Subject {
  text: string
  /** Undefined when it has no page, or is no more. */
  to: string | undefined
}

export function subjectOf({ subject, subjectName, action }: AuditEntry): Subject | undefined {
  if (!subject) return undefined
  const [kind = '', id = ''] = subject.split(':')
  const isGone = action === `${kind}.deleted` && kind !== 'user'
  return { text: subjectName ?? id, to: isGone ? undefined : places[kind]?.(id) }
}

interface Difference {
  field: string
  before: string | undefined
  after: string | undefined
}

/** What was one thing before and is another now, field by field. */
export function differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map(field => ({ field, before: valueText(before?.[field]), after: valueText(after?.[field]) }))
    .filter(({ before, after }) => before !== after)
}

function valueText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'nothing'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const auditPath = (filters: Record<string, string>) => `${staffPaths.audit}?${new URLSearchParams(filters)}`

/** The operator, or the shop by itself. */
export const nameOfActor = (actor: AuditEntry['actor']) =>
  actor ? `${actor.name?.firstName ?? ''} ${actor.name?.lastName ?? ''}`.trim() || actor._id : 'The shop itself'
