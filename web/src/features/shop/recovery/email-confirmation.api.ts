import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refreshUser } from '../../../lib/current-user.ts'
import { refresh } from '../../../lib/query-keys.ts'

const key = ['users', 'current-user', 'email-confirmation'] as const

/** Whether the account's address is confirmed, and the pending address. */
export const emailConfirmationQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: async () => (await call('GET /users/current-user/email-confirmation')).data,
  })

export const useSendConfirmation = () =>
  useMutation({ mutationFn: () => call('POST /users/current-user/email-confirmation') })

/** Withdraws the change to the pending address. */
export function useWithdrawEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /users/current-user/email-confirmation'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call('POST /auth/confirm-email', { body: { token } }),
    // A confirmation may have changed the account's email address.
    onSuccess: () => Promise.all([refreshUser(), refresh(queryClient, 'users')]),
  })
}
