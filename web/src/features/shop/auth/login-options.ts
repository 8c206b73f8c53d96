import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** What the login page offers; the page brings it along, and it changes with the shop's configuration alone. */
export const loginOptionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'options'],
    queryFn: async () => (await call('GET /auth/options')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
