import { type BodyOf, type Calls, staffPaths } from '@mela/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const useAfterPageChange = () => useRefreshAfter('pages', 'audit')

/** Typed Markdown as the shop would show it. */
export const previewQuery = (body: BodyOf<Calls['POST /pages/preview']>) =>
  queryOptions({
    queryKey: ['pages', 'staff', 'preview', body],
    queryFn: async () => (await call('POST /pages/preview', { body })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const pageLinks = [
  { to: staffPaths.pages, label: 'All Pages' },
  { to: staffPaths.settingGroup('menus'), label: 'Menus' },
]
