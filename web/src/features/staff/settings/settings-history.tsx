import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { ChangeHistory, HISTORY_STEP } from '../../../ui/values/change-history.tsx'
import { wordsFor } from './setting-values.ts'
import { settingsHistoryQuery, useUndoSettings } from './settings.api.ts'

export function SettingsHistory() {
  const [size, setSize] = useState(HISTORY_STEP)
  const history = useQuery(settingsHistoryQuery(size))

  return (
    <Card title="History">
      <ChangeHistory
        query={history}
        undo={useUndoSettings()}
        empty="Nothing was changed yet: all settings are as the shop began."
        entryOf={({ changes, ...entry }) => ({
          ...entry,
          action: 'Changed',
          changes: changes.map(({ name, field, before, after }) => ({
            field,
            before: wordsFor(name, before),
            after: wordsFor(name, after),
          })),
        })}
        onMore={() => setSize(size + HISTORY_STEP)}
      />
    </Card>
  )
}
