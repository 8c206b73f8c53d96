import { paths, type ReviewInput } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, call } from '../../../../lib/api.ts'
import { useCurrentUser } from '../../../../lib/current-user.ts'
import { refresh } from '../../../../lib/query-keys.ts'
import { ownReviewQuery } from './reviews.api.ts'

/** The part of the product's page that has the form. */
export const YOUR_REVIEW = '#your-review'

/** Submits, changes and deletes the own review; all queries that show the product are reloaded. */
export function useReviewChanges(productId: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { queryKey } = ownReviewQuery(productId, useCurrentUser()?.id)

  /** The product's page stays open for visitors, so it goes to the login by itself when the session has ended. */
  function onError(error: Error) {
    if (error instanceof ApiError && error.status === 401) void navigate(paths.login(pathname + YOUR_REVIEW))
  }

  const submit = useMutation({
    onError,
    mutationFn: (body: ReviewInput) => call('POST /products/:productId/reviews', { params: { productId }, body }),
    onSuccess({ data }) {
      queryClient.setQueryData(queryKey, data)
      void refresh(queryClient, 'products')
    },
  })
  const edit = useMutation({
    onError,
    mutationFn: ({ reviewId, ...body }: ReviewInput & { reviewId: string }) =>
      call('PUT /products/:productId/reviews/:reviewId', { params: { productId, reviewId }, body }),
    onSuccess({ data }) {
      queryClient.setQueryData(queryKey, data)
      void refresh(queryClient, 'products')
    },
  })
  const withdraw = useMutation({
    onError,
    mutationFn: () => call('DELETE /products/:productId/reviews', { params: { productId } }),
    onSuccess() {
      queryClient.setQueryData(queryKey, null)
      void refresh(queryClient, 'products')
    },
  })
  return { submit: submit.mutateAsync, edit: edit.mutateAsync, withdraw: withdraw.mutateAsync }
}
