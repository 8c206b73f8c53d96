import type { LoginInput, RegisterInput, User } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { rememberUser } from '../../lib/current-user.ts'

/** Who is signed in, as the server sees it now. What the browser remembers is brought in line. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user'],
    queryFn: async () => {
      const { data } = await call('GET /users/current-user')
      rememberUser(data)
      return data
    },
    staleTime: 0,
  })

/** Both calls sign in: what was loaded for somebody else is dropped, and the user remembered for display. */
export function useSignIn() {
  const queryClient = useQueryClient()

  function welcome<Answer extends { user: User }>(answer: Answer): Answer {
    queryClient.clear()
    rememberUser(answer.user)
    return answer
  }

  return {
    login: async (body: LoginInput) => welcome(await call('POST /auth/login', { body })),
    register: async (body: RegisterInput) => welcome(await call('POST /auth/register', { body })),
  }
}
