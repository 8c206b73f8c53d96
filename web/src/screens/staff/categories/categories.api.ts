import { CATEGORY_STALE_MS, type CategoryFields } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'

export const staffCategoriesQuery = () => ({ ...dataQuery('GET /categories/staff'), staleTime: CATEGORY_STALE_MS })

export const staffCollectionsQuery = () => dataQuery('GET /collections')

/** Categories or collections for a select. */
export const optionsOf = (groups: readonly { _id: string; name: string }[]) =>
  groups.map(({ _id, name }) => ({ value: _id, label: name }))

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
