import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

interface Seen {
  _id: string
  version: number
}

/** The calls of moderation; each reloads the queue, its count, and the products that show reviews. */
export function useModeration() {
  const queryClient = useQueryClient()
  async function after<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } finally {
      void refresh(queryClient, 'reviews', 'products', 'audit')
    }
  }

  return {
    approve: (reviews: Seen[]) =>
      after(
        call('POST /reviews/approve', { body: { reviews: reviews.map(({ _id, version }) => ({ _id, version })) } }),
      ),
    hide: (id: string, reason: string) => after(call('POST /reviews/:id/hide', { params: { id }, body: { reason } })),
    reply: (id: string, reply: string, version: number) =>
      after(call('PUT /reviews/:id/reply', { params: { id }, body: { reply, version } })),
    deleteReply: (id: string) => after(call('DELETE /reviews/:id/reply', { params: { id } })),
  }
}
