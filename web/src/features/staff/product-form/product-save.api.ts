import { IDEMPOTENCY_HEADER, type Product, type ProductInput } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { randomUuid } from '../../../lib/browser/random-uuid.ts'
import { createRequestKey } from '../../../lib/browser/request-key.ts'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'
import { staffProductQuery } from './staff-product.api.ts'
import { changedVariants, newProductBody } from './variant-values.ts'

/** Creates one product per mounted form, or saves the fields that the form has changed since `loaded` (B92). */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  const refresh = useRefreshProducts()
  const [key] = useState(randomUuid)
  const [editKey] = useState(createRequestKey)

  return async (input: ProductInput, loaded?: Product) => {
    const body = loaded && {
      ...{ ...input, productId: loaded._id, version: loaded.version, baseStock: loaded.stock },
      ...changedVariants(input, loaded),
    }
    const headers = { [IDEMPOTENCY_HEADER]: body ? editKey.of(body) : key }
    const answer = body
      ? await call('PUT /products/:productId', { params: { productId: body.productId }, body, headers })
      : await call('POST /products', { body: newProductBody(input), headers })
    queryClient.setQueryData(staffProductQuery(answer.data._id).queryKey, answer.data)
    await refresh()
    return answer
  }
}

/** The saved product when a save was refused because the product, or its stock by sales, has changed since `loaded`. */
export async function findConflict(error: unknown, loaded: Product): Promise<Product | undefined> {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = await call('GET /products/:id', { params: { id: loaded._id } })
  const stateOf = ({ version, stock, variants }: Product) =>
    JSON.stringify([version, stock, variants.map(one => one.stock)])
  return stateOf(data) === stateOf(loaded) ? undefined : data
}
