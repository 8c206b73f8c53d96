import { STAFF_PAGE_CAP } from '@mela/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** All customers come at once, unless there are more than a call answers (DECISIONS B74). */
export const customersQuery = ({ page, keyword }: { page: number; keyword: string }) =>
  queryOptions({
    queryKey: ['users', 'customers', page, keyword],
    queryFn: () => call('GET /users/customers', { query: { size: STAFF_PAGE_CAP, page, keyword } }),
    placeholderData: keepPreviousData,
  })

/** Lets a customer in or shuts them out; every list shows what the server answered (DECISIONS B72, B75). */
export function useCustomerStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: boolean }) =>
      call('PATCH /users/user/:id/status', { params: { id }, body: { status } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}
