import { CATEGORY_STALE_MS, type CategoryInput } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Apart from the shoppers' list, which counts what is on the shelf alone (DECISIONS B82). */
export const staffCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'staff', 'all'],
    queryFn: async () => (await call('GET /categories')).data,
    staleTime: CATEGORY_STALE_MS,
  })

/** The shop's menu shows it at once. */
export function useCreateCategory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CategoryInput) => call('POST /categories', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['categories'] }),
  })
}
