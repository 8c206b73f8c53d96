import { queryOptions } from '@tanstack/react-query'
import { call, type Missing, orMissing } from '../../../lib/api.ts'

const objectId = /^[0-9a-f]{24}$/i
const noSuchProduct: Missing = { missing: 'Product not found.' }

/** A product for its form, never from the cache. A malformed id is answered like an unknown one. */
export const staffProductQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'staff', id],
    queryFn: () => (objectId.test(id) ? orMissing(call('GET /products/:id', { params: { id } })) : noSuchProduct),
    staleTime: 0,
  })
