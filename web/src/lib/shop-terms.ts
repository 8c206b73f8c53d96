import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The shop's settings for shoppers; they change only with a restart. */
export const shopTermsQuery = () =>
  queryOptions({
    queryKey: ['shop-terms'],
    queryFn: async () => (await call('GET /shop/terms')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
