import { IDEMPOTENCY_HEADER, type Product, type ProductInput } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { randomUuid } from '../../../lib/browser/random-uuid.ts'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'
import { isSaved } from './product-values.ts'
import { staffProductQuery } from './staff-product.api.ts'

/** Creates a product, one for each form, or saves the fields that the form has changed since `loaded` (B92). */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  const refresh = useRefreshProducts()
  const [key] = useState(randomUuid)

  return async (body: ProductInput, loaded?: Product) => {
    const answer = loaded
      ? await change(body, loaded)
      : await call('POST /products', { body, headers: { [IDEMPOTENCY_HEADER]: key } })
    queryClient.setQueryData(staffProductQuery(answer.data._id).queryKey, answer.data)
    await refresh()
    return answer
  }
}

async function change(body: ProductInput, loaded: Product) {
  try {
    return await call('PUT /products/:productId', {
      params: { productId: loaded._id },
      body: { ...body, productId: loaded._id, version: loaded.version, baseStock: loaded.stock },
    })
  } catch (error) {
    const latest = await findConflict(error, loaded)
    // The answer of an earlier try was lost. Sales alone leave the version as it is.
    const isRepeat = latest && latest.version !== loaded.version && isSaved(body, latest)
    if (!isRepeat) throw error
    return { success: true, message: 'Product updated successfully.', data: latest }
  }
}

/** The product as it is now, when saving was refused because it has changed since `loaded`; sales change its stock alone. */
export async function findConflict(error: unknown, loaded: Product): Promise<Product | undefined> {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = await call('GET /products/:id', { params: { id: loaded._id } })
  return data.version === loaded.version && data.stock === loaded.stock ? undefined : data
}
