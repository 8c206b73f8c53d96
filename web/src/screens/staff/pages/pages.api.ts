import { type BodyOf, type Calls, type StaffPage, staffPaths } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, orMissing } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

export const staffPageQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'staff', id],
    queryFn: () => orMissing(call('GET /pages/staff/:id', { params: { id } })),
  })

export function usePageCalls() {
  const queryClient = useQueryClient()

  async function after<Answer extends { data: StaffPage | null }>(answer: Promise<Answer>): Promise<Answer> {
    try {
      const answered = await answer
      if (answered.data) queryClient.setQueryData(staffPageQuery(answered.data._id).queryKey, answered.data)
      return answered
    } finally {
      void refresh(queryClient, 'pages', 'audit')
    }
  }

  return {
    create: (body: BodyOf<Calls['POST /pages']>) => after(call('POST /pages', { body })),
    save: (id: string, body: BodyOf<Calls['PATCH /pages/:id']>) =>
      after(call('PATCH /pages/:id', { params: { id }, body })),
    undo: (id: string, entry: number) =>
      after(call('POST /pages/staff/:id/history/:entry/undo', { params: { id, entry } })),
    remove: (id: string) => after(call('DELETE /pages/:id', { params: { id } })),
    restore: (id: string) => after(call('POST /pages/:id/restore', { params: { id } })),
  }
}

export const pageLinks = [
  { to: staffPaths.pages, label: 'All Pages' },
  { to: staffPaths.settingGroup('menus'), label: 'Menus' },
]
