import type { ReviewInput } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { ownReviewQuery } from './reviews.api.ts'

/** Submits, changes and deletes the own review; all queries that show the product are reloaded. */
export function useReviewChanges(productId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = ownReviewQuery(productId, useCurrentUser()?.id)

  const submit = useMutation({
    mutationFn: (body: ReviewInput) => call('POST /products/:productId/reviews', { params: { productId }, body }),
    onSuccess({ data }) {
      queryClient.setQueryData(queryKey, data)
      void refresh(queryClient, 'products')
    },
  })
  const edit = useMutation({
    mutationFn: ({ reviewId, ...body }: ReviewInput & { reviewId: string }) =>
      call('PUT /products/:productId/reviews/:reviewId', { params: { productId, reviewId }, body }),
    onSuccess({ data }) {
      queryClient.setQueryData(queryKey, data)
      void refresh(queryClient, 'products')
    },
  })
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /products/:productId/reviews', { params: { productId } }),
    onSuccess() {
      queryClient.setQueryData(queryKey, null)
      void refresh(queryClient, 'products')
    },
  })
  return { submit: submit.mutateAsync, edit: edit.mutateAsync, withdraw: withdraw.mutateAsync }
}
