import { CATEGORY_STALE_MS, type CategoryFields, type StaffCategory } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

/** All categories, including hidden ones. */
export const staffCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'staff', 'all'],
    queryFn: async () => (await call('GET /categories/staff')).data,
    staleTime: CATEGORY_STALE_MS,
  })

/** Changes of categories also reload products, which name their category. */
export function useCategoryCalls() {
  const queryClient = useQueryClient()
  async function after<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } finally {
      // Reloads after a refusal too: mostly another admin has changed the category.
      await refresh(queryClient, 'categories', 'products')
    }
  }

  return {
    save: (id: string, body: Partial<CategoryFields> & { version: number }) =>
      after(call('PATCH /categories/:id', { params: { id }, body })),
    order: (ids: string[], seen: string[]) => after(call('PUT /categories/order', { body: { ids, seen } })),
    remove: (id: string, moveTo: string) =>
      after(call('DELETE /categories/:id', { params: { id }, query: { moveTo } })),
    restore: (id: string) => after(call('POST /categories/:id/restore', { params: { id } })),
  }
}

/** Initial values of a category's form. */
export const valuesOf = (category: StaffCategory): CategoryFields => ({
  name: category.name,
  slug: category.slug,
  description: category.description,
  picture: category.hasOwnPicture ? (category.picture?._id ?? null) : null,
  parent: category.parent?._id ?? null,
  hidesWhileEmpty: category.hidesWhileEmpty,
  isHidden: category.isHidden,
  seoTitle: category.seoTitle,
  seoDescription: category.seoDescription,
})

/** The changed fields, with their values in `after`. */
export function changedFields(before: CategoryFields, after: CategoryFields): Partial<CategoryFields> {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof CategoryFields] !== value),
  )
}

export const takenBack = (changed: Partial<CategoryFields>, before: CategoryFields): Partial<CategoryFields> =>
  Object.fromEntries(Object.keys(changed).map(key => [key, before[key as keyof CategoryFields]]))
