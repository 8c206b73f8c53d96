import type { ProductFilters } from '@mela/contract'
import type { FastifyReply } from 'fastify'
import type { Tag } from '../database/invalidation.ts'

/** Says what the answer shows, so that the page cache and a CDN can drop it when that changes. */
export function tagged(reply: FastifyReply, ...tags: Tag[]): void {
  reply.header('cache-tag', tags.join(' '))
}

/** What any list of products shows, and what its order or choice depends on. */
export function listTags(products: { _id: string }[], { rating, sort }: Partial<ProductFilters> = {}): Tag[] {
  const depends: Tag[] = rating !== undefined || sort === 'rating' ? ['catalog', 'ratings'] : ['catalog']
  return [...depends, ...products.flatMap(({ _id }) => [`product:${_id}` as const, `rating:${_id}` as const])]
}
