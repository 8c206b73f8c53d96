import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'

/** All reviews of a product; the product itself contains only the newest. */
export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['products', productId, 'reviews'],
    queryFn: async () => (await call('GET /products/:id/reviews', { params: { id: productId } })).data,
  })

export const ownReviewQuery = (productId: string, userId = '') =>
  queryOptions({
    queryKey: ['products', productId, 'own-review', userId],
    queryFn: async () => (await call('GET /products/:productId/reviews/current-user', { params: { productId } })).data,
    enabled: userId !== '',
  })

/** The customer's own review of a product: null for none, undefined while it is unknown. */
export function useOwnReview(productId: string) {
  const user = useCurrentUser()
  const { data, isError } = useQuery(ownReviewQuery(productId, user?.id))
  // When loading fails, the form is shown: the server refuses a second review.
  return user ? (isError ? null : data) : undefined
}
