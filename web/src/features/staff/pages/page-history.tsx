import type { StaffPage } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { ChangeHistory, HISTORY_STEP } from '../../../ui/values/change-history.tsx'
import { pageHistoryQuery, useUndoPageChange } from './pages.api.ts'

export function PageHistory({ page }: { page: StaffPage }) {
  const [size, setSize] = useState(HISTORY_STEP)
  const history = useQuery(pageHistoryQuery(page._id, size))

  return (
    <Card title="History">
      <ChangeHistory
        query={history}
        undo={useUndoPageChange(page._id)}
        empty="Nothing was changed yet: this is the text that the shop began with."
        entryOf={({ changes, ...entry }) => ({
          ...entry,
          action: changes.length > 0 ? 'Changed' : 'Created',
          changes: changes.map(({ field, before, after }) => ({
            field,
            before: inWords(before),
            after: inWords(after),
          })),
        })}
        onMore={() => setSize(size + HISTORY_STEP)}
      />
    </Card>
  )
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' && value !== '' ? value : 'Nothing'
}
