import { CATEGORY_STALE_MS } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, orMissing } from '../../../lib/api.ts'

export const textPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pages', slug],
    queryFn: () => orMissing(call('GET /pages/:slug', { params: { slug } })),
    staleTime: CATEGORY_STALE_MS,
  })
