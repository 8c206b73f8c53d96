import type { StaffReview } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const authorOf = ({ user: { name } }: StaffReview) => `${name.firstName} ${name.lastName}`

/** The calls of moderation; each reloads the queue, its count, and the products that show reviews. */
export function useModeration() {
  const after = useRefreshAfter('reviews', 'products', 'audit')

  return {
    approve: (reviews: Pick<StaffReview, '_id' | 'version'>[]) =>
      after(
        call('POST /reviews/approve', { body: { reviews: reviews.map(({ _id, version }) => ({ _id, version })) } }),
      ),
    hide: (id: string, reason: string) => after(call('POST /reviews/:id/hide', { params: { id }, body: { reason } })),
    reply: (id: string, reply: string, version: number) =>
      after(call('PUT /reviews/:id/reply', { params: { id }, body: { reply, version } })),
    deleteReply: (id: string) => after(call('DELETE /reviews/:id/reply', { params: { id } })),
  }
}
