import type { FastifyReply } from 'fastify'
import type { Tag } from '../database/changes.ts'

/** Says what the answer shows, so that the page cache and a CDN can drop it when that changes. */
export function tagged(reply: FastifyReply, ...tags: Tag[]): void {
  reply.header('cache-tag', tags.join(' '))
}

export const productTags = (products: { _id: string }[]): Tag[] => products.map(({ _id }) => `product:${_id}` as const)
