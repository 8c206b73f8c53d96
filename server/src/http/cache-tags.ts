import type { ProductFilters } from '@mela/contract'
import type { FastifyReply } from 'fastify'
import type { Tag } from '../database/invalidation.ts'

/** Sets the answer's cache tags, by which page cache and CDN drop it. */
export function tagged(reply: FastifyReply, ...tags: Tag[]): void {
  reply.header('cache-tag', tags.join(' '))
}

/** The tags of a list of products, and of what orders or filters it. */
export function listTags(products: { _id: string }[], { rating, sort }: Partial<ProductFilters> = {}): Tag[] {
  const depends: Tag[] = rating !== undefined || sort === 'rating' ? ['catalog', 'ratings'] : ['catalog']
  return [...depends, ...products.flatMap(({ _id }) => [`product:${_id}` as const, `rating:${_id}` as const])]
}
