import type { SettingsAuditEvent } from '@mela/contract'
import type { ComponentProps } from 'react'
import { ChangeHistory } from '../../../ui/change-history.tsx'
import { Card } from '../../../ui/headings.tsx'

type FieldHistoryProps = Omit<ComponentProps<typeof ChangeHistory<SettingsAuditEvent>>, 'entryOf'>

/** Who has changed which fields of a page or a discount; an entry without any is its beginning. */
export const FieldHistory = (props: FieldHistoryProps) => (
  <Card title="History">
    <ChangeHistory
      {...props}
      entryOf={({ changes, ...entry }) => ({
        ...entry,
        action: changes.length > 0 ? 'Changed' : 'Created',
        changes: changes.map(({ field, before, after }) => ({ field, before: inWords(before), after: inWords(after) })),
      })}
    />
  </Card>
)

/** A minute such as 2026-12-01T09:00 gets a space. */
export function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return 'Nothing'
  return value.replace(/^(\d{4}-\d\d-\d\d)T(?=\d\d:\d\d$)/, '$1 ')
}
