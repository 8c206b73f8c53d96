import { CATEGORY_STALE_MS, type CategoryFields } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const staffCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'staff', 'all'],
    queryFn: async () => (await call('GET /categories/staff')).data,
    staleTime: CATEGORY_STALE_MS,
  })

export const staffCollectionsQuery = () =>
  queryOptions({
    queryKey: ['collections', 'staff', 'all'],
    queryFn: async () => (await call('GET /collections')).data,
  })

/** Changes of categories also reload products, which name their category. */
export function useCategoryCalls() {
  const after = useRefreshAfter('categories', 'products')

  return {
    save: (id: string, body: Partial<CategoryFields> & { version: number }) =>
      after(call('PATCH /categories/:id', { params: { id }, body })),
    order: (ids: string[], seen: string[]) => after(call('PUT /categories/order', { body: { ids, seen } })),
    remove: (id: string, moveTo: string) =>
      after(call('DELETE /categories/:id', { params: { id }, query: { moveTo } })),
    restore: (id: string) => after(call('POST /categories/:id/restore', { params: { id } })),
  }
}
