import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** Whether this customer may review the product, and whether a review waits for approval; loaded with the form. */
export const reviewTermsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['products', productId, 'review-terms'],
    queryFn: async () => (await call('GET /products/:productId/reviews/terms', { params: { productId } })).data,
  })
