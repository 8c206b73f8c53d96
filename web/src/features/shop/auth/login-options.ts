import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** Options of the login page; they change with the shop's configuration only. */
export const loginOptionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'options'],
    queryFn: async () => (await call('GET /auth/options')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
