import type { CodeOnly, PasswordAndCode, PasswordOnly } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user', 'two-factor'],
    queryFn: async () => (await call('GET /users/current-user/two-factor')).data,
    staleTime: 0,
  })

/** Reloads the state after a failure too: the answer to a successful change may have been lost. */
function useChange<Body, Answer>(change: (body: Body) => Promise<Answer>) {
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries(twoFactorQuery())
  return useMutation({ mutationFn: change, onSuccess: readAgain, onError: () => void readAgain() })
}

export const useBeginTwoFactor = () =>
  useChange((body: PasswordOnly) => call('POST /users/current-user/two-factor', { body }))

export const useConfirmTwoFactor = () =>
  useChange((body: CodeOnly) => call('POST /users/current-user/two-factor/confirm', { body }))

export const useDisableTwoFactor = () =>
  useChange((body: PasswordAndCode) => call('POST /users/current-user/two-factor/disable', { body }))

export const useRenewRecoveryCodes = () =>
  useChange((body: PasswordAndCode) => call('POST /users/current-user/two-factor/recovery-codes', { body }))
