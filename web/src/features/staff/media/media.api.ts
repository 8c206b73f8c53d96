import { STAFF_PAGE_CAP } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

/** One page of the library, newest first. */
export const mediaQuery = ({ page, size, keyword }: { page: number; size: number; keyword: string }) =>
  queryOptions({
    queryKey: ['media', page, size, keyword],
    queryFn: ({ signal }) => call('GET /media', { query: { page, size, keyword }, signal }),
    ...keepRows,
  })

/** Every picture for a picker. */
export const pickableMediaQuery = (keyword: string) => mediaQuery({ page: 1, size: STAFF_PAGE_CAP, keyword })

/** Reloads the library, and products because they lose deleted pictures. */
export function useLibraryChanged() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'media', 'products')
}

export function useDeleteMedia() {
  const changed = useLibraryChanged()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /media/:id', { params: { id } }),
    onSuccess: changed,
  })
}

/** Products that would lose a picture. */
export const mediaReferencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'references', id],
    queryFn: async () => (await call('GET /media/:id/products', { params: { id } })).data,
    staleTime: 0,
  })
