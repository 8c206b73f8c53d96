import type { SettingGroupName } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { HistoryEntry } from '../../../ui/values/history-entry.tsx'
import { wordsFor } from './setting-values.ts'
import { settingsHistoryQuery, useUndoSettings } from './settings.api.ts'

const STEP = 8

/** Changes of settings, newest first; one is undone while its fields are as it has left them. */
export function SettingsHistory() {
  const [size, setSize] = useState(STEP)
  const history = useQuery(settingsHistoryQuery(size))
  const undo = useUndoSettings()

  function handleUndo(id: number) {
    undo.mutate(id, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: error => toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...'),
    })
  }

  return (
    <Card title="History">
      <Async
        query={history}
        loading={<Skeleton className="h-60 rounded-control" />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
        empty={<p className="text-ink-2">Nothing was changed yet: all settings are as the shop began.</p>}
      >
        {({ data, meta }) => (
          <>
            <ol className="grid">
              {data.map(({ id, changes, ...entry }) => (
                <HistoryEntry
                  key={id}
                  {...entry}
                  action="Changed"
                  changes={changes.map(({ name, field, before, after }) => {
                    const [group, key = ''] = name.split('.') as [SettingGroupName, string?]
                    return { field, before: wordsFor(group, key, before), after: wordsFor(group, key, after) }
                  })}
                  isUndoing={undo.isPending && undo.variables === id}
                  onUndo={() => handleUndo(id)}
                />
              ))}
            </ol>
            {meta.total > data.length && (
              <Button variant="outline" size={40} className="justify-self-start" onClick={() => setSize(size + STEP)}>
                Show more
              </Button>
            )}
          </>
        )}
      </Async>
    </Card>
  )
}
