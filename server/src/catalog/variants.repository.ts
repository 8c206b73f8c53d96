import { fromCents, type ProductOption, pricesOf, type Variant } from '@mela/contract'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { mediaFields } from '../media/media.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** The product must be for sale as well. */
export const isSold = sql<boolean>`(variants.is_active and variants.deleted_at is null)`

export const stockOfProduct = sql<number>`(
  select coalesce(sum(stock.quantity), 0)::int from variants join stock on stock.variant_id = variants.id
  where variants.product_id = products.id and ${isSold})`

const ownCents = sql`case when products.is_discounted then products.sale_price_cents else products.price_cents end`

/** Cents of variants with stock, or of all sold ones where none has; null where the product's own price says it. */
export const priceRangeOfProduct = sql<[number, number, number] | null>`(
  select case when (min(cents), max(cents), max(price - cents) > 0) <> (${ownCents}, ${ownCents}, products.is_discounted)
    then json_build_array(min(cents), max(cents), coalesce(max((price - cents) / nullif(price, 0)::float8), 0)) end
  from (
    select price, case when its.on_sale and sale > 0 and sale < price then sale else price end as cents,
      has_stock, bool_or(has_stock) over () as any_has
    from variants join stock on stock.variant_id = variants.id cross join lateral (select
      quantity > 0 as has_stock,
      coalesce(variants.price_cents, products.price_cents) as price,
      coalesce(variants.on_sale, products.on_sale) as on_sale,
      coalesce(variants.sale_price_cents, products.sale_price_cents) as sale) as its
    where variants.product_id = products.id and ${isSold}) as priced
  where has_stock or not any_has)`

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

export async function openStock(db: Database, opening: { variant: string; quantity: number }[]): Promise<void> {
  await sql`
    with opened as (
      update stock set quantity = given.quantity
      from unnest(${opening.map(({ variant }) => variant)}::text[], ${opening.map(({ quantity }) => quantity)}::int[])
        as given (variant, quantity)
      where stock.variant_id = given.variant and given.quantity > 0
      returning stock.variant_id, stock.product_id, stock.quantity
    )
    insert into stock_ledger (variant_id, product_id, delta, reason)
    select variant_id, product_id, quantity, 'opening' from opened`.execute(db)
}

export async function changeStock(
  db: Transaction<Tables>,
  actor: string,
  { variant, delta }: { variant: string; delta: number },
): Promise<void> {
  if (delta === 0) return
  await sql`
    with changed as (
      update stock set quantity = quantity + ${delta}::int where variant_id = ${variant} returning variant_id, product_id
    )
    insert into stock_ledger (variant_id, product_id, delta, reason, actor_id)
    select variant_id, product_id, ${delta}::int, 'edit', ${actor} from changed`.execute(db)
}
