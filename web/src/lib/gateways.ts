import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const gatewaysQuery = () =>
  queryOptions({
    queryKey: ['payments', 'gateways'],
    queryFn: async () => (await call('GET /payments/gateways')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
