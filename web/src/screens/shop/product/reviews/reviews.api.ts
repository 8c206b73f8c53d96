import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/api.ts'

export const ownReviewQuery = (productId: string, userId = '') =>
  queryOptions({
    queryKey: ['products', productId, 'own-review', userId],
    queryFn: async () => (await call('GET /products/:productId/reviews/current-user', { params: { productId } })).data,
    enabled: userId !== '',
  })
