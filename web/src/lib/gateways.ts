import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The gateways that the shop is connected to. */
export const gatewaysQuery = () =>
  queryOptions({
    queryKey: ['payments', 'gateways'],
    queryFn: async () => (await call('GET /payments/gateways')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
