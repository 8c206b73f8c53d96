import {
  type BodyOf,
  type Calls,
  IDEMPOTENCY_HEADER,
  type ImportedProduct,
  type Product,
  type TypedProduct,
  type Variant,
} from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, orMissing } from '../../../lib/api.ts'
import { isSame } from '../../../lib/changes.ts'
import { refreshProducts } from '../../../lib/query-keys.ts'
import { createRequestKey, randomUuid } from '../../../lib/request-key.ts'

/** Creates one product per mounted form, or saves the fields that the form has changed since `loaded`. */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  const [key] = useState(randomUuid)
  const [editKey] = useState(createRequestKey)

  function send(input: TypedProduct, loaded: Product | undefined) {
    if (!loaded) return call('POST /products', { body: newProductBody(input), headers: { [IDEMPOTENCY_HEADER]: key } })
    const { sku, barcode, ...fields } = input
    const { _id: productId, version, stock: baseStock } = loaded
    const body = { ...fields, productId, version, baseStock, ...changedVariants(input, loaded) }
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
type Input = NonNullable<ImportedProduct['variants']>[number]

/** The options and variants that a save sends: undefined if none has changed, and only changed fields of a variant. */
export function changedVariants(input: TypedProduct, loaded: Product): Sent {
  const { options = [], variants = [] } = input
  if (options.length === 0) return changedOnlyVariant(input, loaded)
  // Each variant sends its own stock, and the product sends the loaded sum unchanged.
  const { stock } = loaded
  const present = new Map(loaded.variants.map(one => [one._id, one]))
  const rows = variants.map(row => changesOf(row, present.get(row._id ?? '')))
  const unchanged = loaded.variants.map(({ _id, options }) => ({ _id, options }))
  const isUntouched = isSame(options, loaded.options) && isSame(rows, unchanged)
  return isUntouched ? { options: undefined, variants: undefined, stock } : { options, variants: rows, stock }
}

/** A product without options: its variant is sent when its codes change, and with those alone when its options go. */
function changedOnlyVariant({ sku = null, barcode = null }: TypedProduct, { options, variants }: Product): Sent {
  const [only] = variants
  if (options.length > 0) {
    const own = { price: null, onSale: null, salePrice: null, isActive: true, media: null }
    return { options: [], variants: [{ ...(only && { _id: only._id }), options: {}, ...own, sku, barcode }] }
  }
  const isUntouched = !only || (sku === only.sku && barcode === only.barcode)
  if (isUntouched) return { options: undefined, variants: undefined }
  return { options: undefined, variants: [{ _id: only._id, sku, barcode }] }
}

function changesOf(row: Input, loaded: Variant | undefined): Input {
  if (!loaded) return row
  const { options, stock, _id, ...fields } = row
  const { sku, barcode, isActive, media, own } = loaded
  const before: typeof fields = { price: null, onSale: null, salePrice: null, ...own, sku, barcode, isActive }
  before.media = media?._id ?? null
  const changed = Object.entries(fields).filter(([key, value]) => value !== before[key as keyof typeof fields])
  return {
    _id,
    options,
    ...Object.fromEntries(changed),
    ...(stock !== loaded.stock && { stock, baseStock: loaded.stock }),
  }
}

/** The request body for a new product, whose stock is the sum of its active variants. */
export function newProductBody({ sku, barcode, ...input }: TypedProduct): BodyOf<Calls['POST /products']> {
  const { options = [], variants = [], thumbnail, ...others } = input
  const fields = { ...others, thumbnail: thumbnail ?? '' }
  if (options.length === 0) return sku || barcode ? { ...fields, variants: [{ sku, barcode }] } : fields
  const stock = variants.reduce((sum, { stock = 0, isActive = true }) => sum + (isActive ? stock : 0), 0)
  return { ...fields, stock, options, variants }
}
