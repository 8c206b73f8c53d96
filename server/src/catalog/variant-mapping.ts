import { fromCents, type ProductOption, pricesOf, type Variant } from '@mela/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { mediaFields } from '../media/media-rows.ts'
import type { Tables } from '../platform/database/tables.ts'

/** The product must be for sale as well. */
export const isSold = sql<boolean>`(variants.is_active and variants.deleted_at is null)`

export function namedValues(options: Pick<ProductOption, 'name'>[], values: string[]): Record<string, string> {
  return Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']))
}

export const variantsOf = (eb: OfProducts) => jsonArrayFrom(variantRows(eb))

export const soldVariantsOf = (eb: OfProducts, ids: string[]) =>
  jsonArrayFrom(
    variantRows(eb).where(isSold).where(sql<boolean>`(variants.id = any(${ids}) or products.options = '[]')`),
  )

type OfProducts = ExpressionBuilder<Tables, 'products'>

const variantRows = (eb: OfProducts) =>
  eb
    .selectFrom('variants')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['variants.id', 'option_values', 'sku', 'barcode', 'stock.quantity', 'variants.version'])
    .select(['variants.price_cents', 'variants.on_sale', 'variants.sale_price_cents', 'variants.is_active'])
    .select(variant =>
      jsonObjectFrom(
        variant.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'variants.picture_id'),
      ).as('media'),
    )
    .whereRef('variants.product_id', '=', 'products.id')
    .where('variants.deleted_at', 'is', null)
    .orderBy('variants.position')
    .orderBy('variants.id')

interface VariantRow {
  id: string
  option_values: string[]
  sku: string | null
  barcode: string | null
  quantity: number
  price_cents: number | null
  on_sale: boolean | null
  sale_price_cents: number | null
  is_active: boolean
  version: number
  media: Variant['media']
}

interface OfProduct {
  options: ProductOption[]
  price: number
  onSale: boolean
  salePrice: number
}

export function toVariant(row: VariantRow, product: OfProduct): Variant {
  const own = {
    ...(row.price_cents !== null && { price: fromCents(row.price_cents) }),
    ...(row.on_sale !== null && { onSale: row.on_sale }),
    ...(row.sale_price_cents !== null && { salePrice: fromCents(row.sale_price_cents) }),
  }
  return {
    _id: row.id,
    options: namedValues(product.options, row.option_values),
    sku: row.sku,
    barcode: row.barcode,
    ...pricesOf(own, product),
    stock: row.quantity,
    isActive: row.is_active,
    media: row.media,
    own,
    version: row.version,
  }
}
