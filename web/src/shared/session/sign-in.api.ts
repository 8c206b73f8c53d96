import type { LoginInput, RegisterInput, User } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { hasSignedInCookie, rememberUser, wasSignedIn } from '../../lib/current-user.ts'
import { forgetLoaded } from '../../lib/page-data.ts'

/**
 * Login and registration both sign in: data of another user is dropped, and the user is remembered for display. They
 * answer `isSame` when it was signed in before: its session had ended.
 * They throw when the browser refuses cookies.
 */
export function useSignIn() {
  const queryClient = useQueryClient()

  function welcome<Answer extends { user: User }>(answer: Answer) {
    if (!hasSignedInCookie()) throw new Error('Please allow cookies for this shop, then log in.')
    forgetLoaded(queryClient)
    const isSame = wasSignedIn(answer.user)
    rememberUser(answer.user)
    return { ...answer, isSame }
  }

  return {
    login: async (body: LoginInput) => welcome(await call('POST /auth/login', { body })),
    register: async (body: RegisterInput) => welcome(await call('POST /auth/register', { body })),
  }
}
