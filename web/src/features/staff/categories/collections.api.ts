import type { CollectionFields, CollectionInput } from '@mela/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

export const staffCollectionsQuery = () =>
  queryOptions({
    queryKey: ['collections', 'staff', 'all'],
    queryFn: async () => (await call('GET /collections')).data,
  })

/** A collection's rule as form values. */
export interface TypedRule {
  maxPrice: string
  newDays: string
  tag: string
  onSale: boolean
}

/** The number of products that meet an unsaved rule; `rule` is a `TypedRule` as JSON, because texts are debounced. */
export const collectionCountQuery = (rule: string) =>
  queryOptions({
    queryKey: ['collections', 'staff', 'count', rule],
    queryFn: async () => {
      const { onSale, ...typed }: TypedRule = JSON.parse(rule)
      const query = { ...typed, onSale: onSale ? ('true' as const) : ('false' as const) }
      return (await call('GET /collections/count', { query })).data.count
    },
    placeholderData: keepPreviousData,
  })

export function useCollectionCalls() {
  const queryClient = useQueryClient()
  async function after<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } finally {
      await refresh(queryClient, 'collections')
    }
  }

  return {
    create: (body: CollectionInput) => after(call('POST /collections', { body })),
    save: (id: string, body: Partial<CollectionFields> & { version?: number }) =>
      after(call('PATCH /collections/:id', { params: { id }, body })),
    remove: (id: string) => after(call('DELETE /collections/:id', { params: { id } })),
    restore: (id: string) => after(call('POST /collections/:id/restore', { params: { id } })),
  }
}
