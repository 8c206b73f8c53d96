import type { ProductFilters } from '@mela/contract'
import type { FastifyReply } from 'fastify'
import type { Tag } from '../database/invalidation.ts'
import type { Env } from '../runtime/env.ts'
import { OWN_ADDRESS } from './network-address.ts'

/** Proxies refuse answers whose head is longer than 4 kB, all headers together. */
const LONGEST = 1000

/** Too many tags become `catalog`, which changes with any product. */
export function cacheTagHeader(tags: Iterable<string>, { cdn }: Pick<Env, 'cdn'>): Record<string, string> {
  if (cdn === undefined) return {}
  const all = [...tags].join(' ')
  return { 'cache-tag': all.length > LONGEST ? 'catalog' : all }
}

/** The shop's own pages are dropped by their tags, so they get all of them. */
export function tagged(reply: FastifyReply, tags: Iterable<string>): void {
  const isOwn = reply.request.socket.remoteAddress === OWN_ADDRESS
  reply.headers(isOwn ? { 'cache-tag': [...tags].join(' ') } : cacheTagHeader(tags, reply.server.env))
}

export function listTags(products: { _id: string }[], { rating, sort }: Partial<ProductFilters> = {}): Tag[] {
  const depends: Tag[] = rating !== undefined || sort === 'rating' ? ['catalog', 'ratings'] : ['catalog']
  return [...depends, ...products.flatMap(({ _id }) => [`product:${_id}` as const, `rating:${_id}` as const])]
}
