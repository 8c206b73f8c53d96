import type { AddressInput } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The signed-in customer's own addresses, newest first. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user', 'addresses'],
    queryFn: async () => (await call('GET /users/current-user/addresses')).data,
  })

export function useAddAddress() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AddressInput) => call('POST /users/current-user/addresses', { body }),
    onSuccess({ data }) {
      const { queryKey } = addressesQuery()
      queryClient.setQueryData(queryKey, known => known && [data, ...known])
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}
