import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The shop's settings that shoppers are told; they stay as they are until the shop starts anew. */
export const shopTermsQuery = () =>
  queryOptions({
    queryKey: ['shop-terms'],
    queryFn: async () => (await call('GET /shop/terms')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
