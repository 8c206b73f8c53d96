import type { SettingsChange } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { refreshShop } from '../layout/refresh-shop.ts'

export const settingsQuery = () => dataQuery('GET /settings')

export function useSettingsCalls() {
  const queryClient = useQueryClient()
  // Reloads after an error too: when the answer is lost, only the history shows whether a change was undone.
  const reloaded = useRefreshAfter('settings')

  // This tab also reads the shop's settings, for prices and names.
  const after = <Answer>(answer: Promise<Answer>) => reloaded(answer).finally(() => refreshShop(queryClient))

  return {
    save: (body: SettingsChange) => after(call('PATCH /settings', { body })),
    undo: (id: number) => after(call('POST /settings/history/:id/undo', { params: { id } })),
  }
}
