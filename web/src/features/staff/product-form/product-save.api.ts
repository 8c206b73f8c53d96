import type { Product, ProductInput } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'
import { staffProductQuery } from './staff-product.api.ts'

/** Creates a product, or saves the fields that the form has changed since `loaded` (B92). */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  const refresh = useRefreshProducts()

  return async (body: ProductInput, loaded?: Product) => {
    const answer = loaded
      ? await call('PUT /products/:productId', {
          params: { productId: loaded._id },
          body: { ...body, productId: loaded._id, version: loaded.version, baseStock: loaded.stock },
        })
      : await call('POST /products', { body })
    queryClient.setQueryData(staffProductQuery(answer.data._id).queryKey, answer.data)
    await refresh()
    return answer
  }
}

/** The product as it is now, when saving was refused because it has changed since `loaded`; sales change its stock alone. */
export async function findConflict(error: unknown, loaded: Product): Promise<Product | undefined> {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = await call('GET /products/:id', { params: { id: loaded._id } })
  return data.version === loaded.version && data.stock === loaded.stock ? undefined : data
}
