import { CATEGORY_STALE_MS } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, orMissing } from '../../../lib/api.ts'
import { cardPage } from './card-page.ts'
import { asCards } from './catalog.api.ts'
import type { ListAddress } from './list-address.ts'

export const collectionQuery = (slug: string) =>
  queryOptions({
    queryKey: ['collections', slug],
    queryFn: () => orMissing(call('GET /collections/slug/:slug', { params: { slug } })),
    staleTime: CATEGORY_STALE_MS,
  })

/** One page of a collection; empty for an unknown one. */
export const collectionProductsQuery = (slug: string, query: ListAddress) =>
  queryOptions({
    queryKey: ['products', 'collection', slug, query],
    queryFn: async () =>
      cardPage(await call('GET /collections/slug/:slug/products', { params: { slug }, query: asCards(query) })),
  })
