import type { ReviewInput } from '@mela/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'

/** All reviews of a product; the product itself brings only the newest. */
export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['products', productId, 'reviews'],
    queryFn: async () => (await call('GET /products/:id/reviews', { params: { id: productId } })).data,
  })

const ownReviewQuery = (productId: string, userId = '') =>
  queryOptions({
    queryKey: ['products', productId, 'own-review', userId],
    queryFn: async () => (await call('GET /products/:productId/reviews/current-user', { params: { productId } })).data,
    enabled: userId !== '',
  })

/** What the signed-in visitor wrote about a product: null when nothing, undefined while nobody knows. */
export function useOwnReview(productId: string) {
  const user = useCurrentUser()
  const { data, isError } = useQuery(ownReviewQuery(productId, user?.id))
  // When it cannot be told, the form is offered: the server takes no second review.
  return user ? (isError ? null : data) : undefined
}

/** Writing, changing and taking back the own review; everything that shows the product is asked for again. */
export function useReviewChanges(productId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = ownReviewQuery(productId, useCurrentUser()?.id)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['products'] })

  const submit = useMutation({
    mutationFn: (body: ReviewInput) => call('POST /products/:productId/reviews', { params: { productId }, body }),
    onSuccess({ data }) {
      queryClient.setQueryData(queryKey, data)
      void refresh()
    },
  })
  const edit = useMutation({
    mutationFn: ({ reviewId, ...body }: ReviewInput & { reviewId: string }) =>
      call('PUT /products/:productId/reviews/:reviewId', { params: { productId, reviewId }, body }),
    onSuccess({ data }) {
      queryClient.setQueryData(queryKey, data)
      void refresh()
    },
  })
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /products/:productId/reviews', { params: { productId } }),
    onSuccess() {
      queryClient.setQueryData(queryKey, null)
      void refresh()
    },
  })
  return { submit: submit.mutateAsync, edit: edit.mutateAsync, withdraw }
}
