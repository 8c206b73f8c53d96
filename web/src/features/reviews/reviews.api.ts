import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** All reviews of a product; the product itself brings only the newest. */
export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['products', productId, 'reviews'],
    queryFn: async () => (await call('GET /products/:id/reviews', { params: { id: productId } })).data,
  })
