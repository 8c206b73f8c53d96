import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** Results for the typed keyword; the previous ones stay until these are loaded. */
export const findQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['find', keyword],
    queryFn: async ({ signal }) => (await call('GET /dashboard/find', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })
