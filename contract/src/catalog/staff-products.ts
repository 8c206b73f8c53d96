import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { flag, notAnObject, number, objectId, omittable } from '../shared/fields.ts'
import { toCents } from '../shared/money.ts'
import { type ProductFieldName, productFieldNames } from './product-fields.ts'
import { productRules, withDefaults } from './product-rules.ts'
import { type Product, product } from './products.ts'
import { checkVariants, productOptions, units, variantInput, variantInputs } from './variants.ts'

const sentProduct = { ...productRules, options: omittable(productOptions), variants: omittable(variantInputs) }

const isSaleLower = ({ price, onSale, salePrice }: { price: number; onSale: boolean; salePrice: number }) =>
  !onSale || toCents(salePrice) < toCents(price)
const saleNotLower = { path: ['salePrice'], message: 'Sale price should be less than regular price.' }

/** A product as typed (T306); missing fields get their defaults (B9), a missing stock the sum of its variants on sale. */
export const productInput = z.preprocess(
  withStockOfVariants,
  z
    .object(sentProduct, notAnObject)
    .transform(withDefaults)
    .refine(isSaleLower, saleNotLower)
    .superRefine(checkVariants),
)
export type ProductInput = z.output<typeof productInput>

const sentStocks = z.object({
  stock: z.null().optional(),
  variants: z.array(z.object({ stock: omittable(units), isActive: omittable(flag) })).min(1),
})

function withStockOfVariants(sent: unknown) {
  const { data } = sentStocks.safeParse(sent)
  if (!data) return sent
  const onSale = data.variants.filter(({ isActive = true }) => isActive)
  return { ...Object(sent), stock: onSale.reduce((sum, { stock = 0 }) => sum + stock, 0) }
}

export const TWO_DECIMALS = 'Two decimals are the most.'
export const hasThirdDecimal = (typed: unknown): boolean => /\.\d{3,}$/.test(String(typed))

/** An amount that a form refuses where the server rounds it (B4): '1.250' may mean 1,250 as well as 1.25. */
export const typedAmount = <Rule extends z.ZodType>(rule: Rule) =>
  z
    .unknown()
    .refine(typed => !hasThirdDecimal(typed), TWO_DECIMALS)
    .pipe(rule)

const typedPrices = <Rule extends z.ZodType>({ price, salePrice }: Record<'price' | 'salePrice', Rule>) => ({
  price: typedAmount(price),
  salePrice: typedAmount(salePrice),
})

/** `productInput` as a form checks it; SKU and barcode are those of the only variant of a product without options. */
export const typedProduct = z
  .object({
    ...sentProduct,
    ...variantInput.pick({ sku: true, barcode: true }).shape,
    ...typedPrices(sentProduct),
    variants: omittable(z.array(variantInput.extend(typedPrices(variantInput.shape)))),
  })
  .transform(withDefaults)
  .refine(isSaleLower, saleNotLower)
  .superRefine(checkVariants)

export type TypedProduct = z.output<typeof typedProduct>

/** A product from a file. It may lack a picture, as a product does whose picture was deleted. */
export const importedProduct = z
  .object({ ...sentProduct, thumbnail: sentProduct.thumbnail.nullable() }, notAnObject)
  .transform(withDefaults)
  .refine(isSaleLower, saleNotLower)
  .superRefine(checkVariants)
export type ImportedProduct = z.output<typeof importedProduct>

/** A product's values as they are sent: category and pictures by their ids. */
export function sentValues(product: Pick<Product, ProductFieldName>): Pick<ImportedProduct, ProductFieldName> {
  const values = Object.fromEntries(productFieldNames.map(name => [name, product[name]])) as typeof product
  const { category, thumbnail, gallery } = values
  return {
    ...values,
    category: category._id,
    thumbnail: thumbnail?._id ?? null,
    gallery: gallery.map(({ _id }) => _id),
  }
}

export const createProduct = {
  method: 'POST',
  url: '/products',
  schema: { tags: ['products'], body: productInput, response: { 201: envelope(product) } },
} as const satisfies Endpoint

/**
 * Sent fields replace, omitted ones stay (B91). `version` and `baseStock` are what the form has loaded: they protect
 * changes of other staff and sales in between (B92). The stock of a product with several variants is sent with them; `baseStock`
 * then protects the units that move from deleted variants to others.
 */
export const updateProduct = {
  method: 'PUT',
  url: '/products/:productId',
  schema: {
    tags: ['products'],
    params: z.object({ productId: objectId }),
    body: z
      .object(sentProduct, notAnObject)
      .partial()
      .extend({
        productId: objectId.optional(),
        version: omittable(number({ min: 1 })),
        baseStock: omittable(units),
      }),
    response: { 200: envelope(product) },
  },
} as const satisfies Endpoint

/** Removes a product from the shop; orders keep what they contain (B86). */
export const deleteProduct = {
  method: 'DELETE',
  url: '/products/:id',
  schema: { tags: ['products'], params: z.object({ id: objectId }), response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint
