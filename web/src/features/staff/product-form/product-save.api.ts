import { IDEMPOTENCY_HEADER, type Product, type TypedProduct } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { createRequestKey, randomUuid } from '../../../lib/browser/request-key.ts'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'
import { staffProductQuery } from './staff-product.api.ts'
import { changedVariants, newProductBody } from './variant-values.ts'

/** Creates one product per mounted form, or saves the fields that the form has changed since `loaded`. */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  const refresh = useRefreshProducts()
  const [key] = useState(randomUuid)
  const [editKey] = useState(createRequestKey)

  return async (input: TypedProduct, loaded?: Product) => {
    const { sku: _, barcode: __, ...fields } = input
    const body = loaded && {
      ...{ ...fields, productId: loaded._id, version: loaded.version, baseStock: loaded.stock },
      ...changedVariants(input, loaded),
    }
    const headers = { [IDEMPOTENCY_HEADER]: body ? editKey.of(body) : key }
    const isPlain = !input.options?.length
    const answer = await (body
      ? call('PUT /products/:productId', { params: { productId: body.productId }, body, headers })
      : call('POST /products', { body: newProductBody(input), headers })
    ).catch(error => {
      throw isPlain ? atOwnFields(error) : error
    })
    queryClient.setQueryData(staffProductQuery(answer.data._id).queryKey, answer.data)
    await refresh()
    return answer
  }
}

/** A refusal with the errors of the only variant at the product's fields of the same name. */
function atOwnFields(error: unknown) {
  if (!(error instanceof ApiError) || !error.errors) return error
  const errors = Object.entries(error.errors).map(([path, text]) => [path.replace(/^variants\.0\./, ''), text])
  const { status, message, code, data } = error
  return new ApiError(status, { message, ...(code && { code }), errors: Object.fromEntries(errors), data })
}

/** The saved product when a save was refused because the product, or its stock by sales, has changed since `loaded`. */
export async function findConflict(error: unknown, loaded: Product): Promise<Product | undefined> {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = await call('GET /products/:id', { params: { id: loaded._id } })
  const stateOf = ({ version, stock, variants }: Product) =>
    JSON.stringify([version, stock, variants.map(one => one.stock)])
  return stateOf(data) === stateOf(loaded) ? undefined : data
}
