import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The shop's terms for orders that are placed now. */
export const shopTermsQuery = () =>
  queryOptions({
    queryKey: ['shop-terms'],
    queryFn: async () => (await call('GET /shop/terms')).data,
  })
