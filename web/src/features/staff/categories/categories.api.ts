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

/** All categories, including hidden ones (B82). */
export const staffCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'staff', 'all'],
    queryFn: async () => (await call('GET /categories/staff')).data,
    staleTime: CATEGORY_STALE_MS,
  })

/** The shop's menu is updated at once. */
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

/** Products name their category, so their lists are outdated too. */
export function useCategoryCalls() {
  const queryClient = useQueryClient()
  async function after<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } finally {
      // A refusal mostly means that another admin made the change.
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

/** The version of another admin, when saving was refused because of it. */
export async function findConflict(error: unknown, loaded: StaffCategory): Promise<StaffCategory | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return undefined
  const { data } = await call('GET /categories/staff')
  return data.find(({ _id, version }) => _id === loaded._id && version !== loaded.version)
}
