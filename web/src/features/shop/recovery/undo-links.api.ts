import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const useRestoreEmail = () =>
  useMutation({ mutationFn: (token: string) => call('POST /auth/restore-email', { body: { token } }) })

export const useReopenAccount = () =>
  useMutation({ mutationFn: (token: string) => call('POST /auth/reopen-account', { body: { token } }) })
