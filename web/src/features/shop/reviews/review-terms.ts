import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** Loaded with the form: whether this customer may review the product, and whether a review waits first. */
export const reviewTermsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['products', productId, 'review-terms'],
    queryFn: async () => (await call('GET /products/:productId/reviews/terms', { params: { productId } })).data,
  })
