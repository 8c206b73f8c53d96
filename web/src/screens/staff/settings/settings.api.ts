import type { SettingsChange, VersionedSettings } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { refreshShop } from '../../../lib/shop.ts'

export const settingsQuery = () => dataQuery('GET /settings')

export function useSettingsCalls() {
  const queryClient = useQueryClient()
  // Reloads after an error too: when the answer is lost, only the history shows whether a change was undone.
  const reloaded = useRefreshAfter('settings')

  async function after<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const answered = await reloaded(answer)
    // This tab also reads the shop's settings, for prices and names.
    refreshShop(queryClient)
    return answered
  }

  return {
    save: (body: SettingsChange) => after(call('PATCH /settings', { body })),
    undo: (id: number) => after(call('POST /settings/history/:id/undo', { params: { id } })),
    /** The settings as they are saved now, when a save was refused with a version conflict. */
    async findConflict(error: unknown): Promise<VersionedSettings | undefined> {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') return undefined
      return queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 })
    },
  }
}
