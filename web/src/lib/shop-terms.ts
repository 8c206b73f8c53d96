import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** What holds for orders that are placed now. */
export const shopTermsQuery = () =>
  queryOptions({
    queryKey: ['shop-terms'],
    queryFn: async () => (await call('GET /shop/terms')).data,
  })
