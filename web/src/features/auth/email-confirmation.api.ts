import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

const key = ['users', 'current-user', 'email-confirmation'] as const

/** Whether the address of whoever is signed in is known to be theirs. */
export const emailConfirmationQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: async () => (await call('GET /users/current-user/email-confirmation')).data,
  })

export const useSendConfirmation = () =>
  useMutation({ mutationFn: () => call('POST /users/current-user/email-confirmation') })

export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call('POST /auth/confirm-email', { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
