import type { CodeOnly, OwnerProof, PasswordAndCode, PasswordOnly, ProfileInput, User } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { refresh } from '../../../lib/query-keys.ts'

/** Updates the header at once and reloads what shows the user's name or avatar. */
function useChanged() {
  const queryClient = useQueryClient()
  return ({ data }: { data: User }) => {
    rememberUser(data)
    // A new email address is unconfirmed and signs out the other devices; reviews of products show the user's name.
    void refresh(queryClient, 'users', 'products')
  }
}

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (body: ProfileInput & OwnerProof) => call('PATCH /users/current-user', { body }),
    onSuccess: useChanged(),
  })
}

export function useUploadAvatar() {
  return useMutation({
    mutationFn(file: File) {
      const form = new FormData()
      form.append('avatar', file)
      return call('PATCH /users/current-user/avatar', { form })
    },
    onSuccess: useChanged(),
  })
}

export function useRemoveAvatar() {
  return useMutation({ mutationFn: () => call('DELETE /users/current-user/avatar'), onSuccess: useChanged() })
}

/** The user's sessions, this browser first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user', 'sessions'],
    queryFn: async () => (await call('GET /users/current-user/sessions')).data,
    staleTime: 0,
  })

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

const key = ['users', 'current-user', 'email-confirmation'] as const

/** Whether the account's address is confirmed, and the pending address. */
export const emailConfirmationQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: async () => (await call('GET /users/current-user/email-confirmation')).data,
  })

/** Withdraws the change to the pending address. */
export function useWithdrawEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /users/current-user/email-confirmation'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
