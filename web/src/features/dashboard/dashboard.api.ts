import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const statsQuery = () =>
  queryOptions({ queryKey: ['dashboard', 'stats'], queryFn: async () => (await call('GET /users/admin')).data })
