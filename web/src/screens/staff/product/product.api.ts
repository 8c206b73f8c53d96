import { IDEMPOTENCY_HEADER, type Product, type TypedProduct } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, type Missing, orMissing } from '../../../lib/api.ts'
import { useRefreshProducts } from '../../../lib/query-keys.ts'
import { createRequestKey, randomUuid } from '../../../lib/request-key.ts'
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

const objectId = /^[0-9a-f]{24}$/i
const noSuchProduct: Missing = { missing: 'Product not found.' }

/** A product for its form, never from the cache. A malformed id is answered like an unknown one. */
export const staffProductQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'staff', id],
    queryFn: () => (objectId.test(id) ? orMissing(call('GET /products/:id', { params: { id } })) : noSuchProduct),
    staleTime: 0,
  })
