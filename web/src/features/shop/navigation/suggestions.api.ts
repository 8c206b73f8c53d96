import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** Suggestions for the typed keyword; the previous ones stay until these are loaded. */
export const suggestionsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await call('GET /products/suggestions', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })
