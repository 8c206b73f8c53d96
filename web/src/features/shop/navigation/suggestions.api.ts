import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** What the shop has for a keyword that is still being typed; those of the word before stand until these are there. */
export const suggestionsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await call('GET /products/suggestions', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })
