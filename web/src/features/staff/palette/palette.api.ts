import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** What the shop finds for a word that is still being typed; those of the word before stand until these are there. */
export const findQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['find', keyword],
    queryFn: async ({ signal }) => (await call('GET /dashboard/find', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })
