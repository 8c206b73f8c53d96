import {
  CATEGORY_STALE_MS,
  type CategoryFields,
  IDEMPOTENCY_HEADER,
  type NewCategory,
  type StaffCategory,
} from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { createRequestKey } from '../../../lib/browser/request-key.ts'
import { refresh } from '../../../lib/query-keys.ts'

/** All categories, including hidden ones. */
export const staffCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'staff', 'all'],
    queryFn: async () => (await call('GET /categories/staff')).data,
    staleTime: CATEGORY_STALE_MS,
  })

/** Creates a category and reloads categories, so that the menu shows it at once. */
export function useCreateCategory() {
  const queryClient = useQueryClient()
  const [key] = useState(createRequestKey)
  return useMutation({
    mutationFn: (body: NewCategory) =>
      call('POST /categories', { body, headers: { [IDEMPOTENCY_HEADER]: key.of(body) } }),
    onSuccess: () => {
      key.renew()
      return refresh(queryClient, 'categories')
    },
  })
}

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

/** The category as another admin has saved it, when a save was refused with a version conflict. */
export async function findConflict(error: unknown, loaded: StaffCategory): Promise<StaffCategory | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return undefined
  const { data } = await call('GET /categories/staff')
  return data.find(({ _id, version }) => _id === loaded._id && version !== loaded.version)
}
