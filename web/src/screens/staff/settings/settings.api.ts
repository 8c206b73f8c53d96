import type { SettingsChange, VersionedSettings } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { refreshShop } from '../../../lib/shop.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'all'],
    queryFn: async () => (await call('GET /settings')).data,
  })

export function useSettingsCalls() {
  const queryClient = useQueryClient()

  async function after<Answer extends { data: VersionedSettings }>(answer: Promise<Answer>): Promise<Answer> {
    const answered = await answer
    queryClient.setQueryData(settingsQuery().queryKey, answered.data)
    void refresh(queryClient, 'settings')
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
