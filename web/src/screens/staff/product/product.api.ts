import { type BodyOf, type Calls, IDEMPOTENCY_HEADER, type Product, type TypedProduct } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, orMissing } from '../../../lib/api.ts'
import { refreshProducts } from '../../../lib/query-keys.ts'
import { createRequestKey, randomUuid } from '../../../lib/request-key.ts'

/** Creates one product per mounted form, or saves it on top of what was loaded. */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  const [key] = useState(randomUuid)
  const [editKey] = useState(createRequestKey)

  function send(input: TypedProduct, loaded: Product | undefined) {
    if (!loaded) return call('POST /products', { body: newProductBody(input), headers: { [IDEMPOTENCY_HEADER]: key } })
    const { sku, barcode, options, variants, ...fields } = input
    const { _id: productId, version, stock: baseStock } = loaded
    const body = { ...fields, productId, version, baseStock, ...sentVariants(input, loaded) }
    const headers = { [IDEMPOTENCY_HEADER]: editKey.of(body) }
    return call('PUT /products/:productId', { params: { productId }, body, headers })
  }

  return async (input: TypedProduct, loaded?: Product) => {
    const answer = await send(input, loaded).catch(error => {
      throw input.options?.length ? error : atOwnFields(error)
    })
    queryClient.setQueryData(staffProductQuery(answer.data._id).queryKey, answer.data)
    await refreshProducts(queryClient)
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

/** A product for its form, never from the cache. */
export const staffProductQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'staff', id],
    queryFn: () => orMissing(call('GET /products/:id', { params: { id } })),
    staleTime: 0,
  })

type Sent = Pick<BodyOf<Calls['PUT /products/:productId']>, 'options' | 'variants' | 'stock' | 'baseStock'>

/** Options and variants of a save. Each stock goes with the one it was loaded with: only the difference is applied. */
export function sentVariants({ options = [], variants = [], sku, barcode }: TypedProduct, loaded: Product): Sent {
  const [only] = loaded.variants
  if (options.length > 0) {
    const present = new Map(loaded.variants.map(({ _id, stock }) => [_id, stock]))
    const rows = variants.map(row => ({ ...row, baseStock: present.get(row._id ?? '') }))
    return { options, variants: rows, stock: loaded.stock }
  }
  const codes = { ...(only && { _id: only._id }), sku, barcode }
  if (loaded.options.length === 0) return { variants: only && [codes] }
  const prices = { price: null, onSale: null, salePrice: null }
  const plain = { options: {}, ...prices, content: null, weight: null, isActive: true, media: null }
  return { options: [], variants: [{ ...codes, ...plain }] }
}

/** The request body for a new product, whose stock is the sum of its active variants. */
export function newProductBody({ sku, barcode, ...input }: TypedProduct): BodyOf<Calls['POST /products']> {
  const { options = [], variants = [], thumbnail, ...others } = input
  const fields = { ...others, thumbnail: thumbnail ?? '' }
  if (options.length === 0) return sku || barcode ? { ...fields, variants: [{ sku, barcode }] } : fields
  const stock = variants.reduce((sum, { stock = 0, isActive = true }) => sum + (isActive ? stock : 0), 0)
  return { ...fields, stock, options, variants }
}
