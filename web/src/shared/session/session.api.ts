import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { mayBeSignedIn, rememberUser, storedUser } from '../../lib/current-user.ts'
import { useHydrated } from '../../lib/hydrated.ts'

/** The signed-in user from the server; updates the user that the browser remembers. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user'],
    queryFn: async () => {
      const before = storedUser()?.id
      const { data } = await call('GET /users/current-user')
      // Another tab may have signed out, or in as another user, during the request.
      if (storedUser()?.id === before) rememberUser(data)
      return data
    },
    staleTime: 0,
  })

/** Asks the server for the user when there may be one; a 401 ends the session by itself. */
export const useServerUser = () => useQuery({ ...currentUserQuery(), enabled: useHydrated() && mayBeSignedIn() })
