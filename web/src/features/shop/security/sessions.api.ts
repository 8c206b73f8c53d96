import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** The user's sessions, this browser first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user', 'sessions'],
    queryFn: async () => (await call('GET /users/current-user/sessions')).data,
    staleTime: 0,
  })

/** Signs out one device, or all but this one without an id. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? call('DELETE /users/current-user/sessions')
        : call('DELETE /users/current-user/sessions/:id', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery()),
  })
}
