import type { CollectionFields, CollectionInput } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

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
