import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { isSold, namedValues } from '../catalog/product-rows.ts'
import { mediaFields } from '../media/media-rows.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { PricedVariant, WantedLine } from './quote.ts'

/** Takes the first active variant that has enough units beside other lines, else the one with the most (ADR 0038). */
export async function chooseVariants(db: Database, wanted: WantedLine[]): Promise<WantedLine[]> {
  const open = wanted.filter(({ variant }) => variant === undefined)
  if (open.length === 0) return wanted
  const named = wanted.filter(({ variant }) => variant !== undefined)
  const { rows } = await sql<{ product: string; variant: string }>`
    select line.product, chosen.variant
    from unnest(${open.map(line => line.product)}::text[], ${open.map(line => line.quantity)}::int[])
      as line (product, quantity),
    lateral (
      select variants.id as variant from variants
      join stock on stock.variant_id = variants.id
      left join unnest(${named.map(line => line.variant)}::text[], ${named.map(line => line.quantity)}::int[])
        as other (variant, quantity) on other.variant = variants.id,
      lateral (select stock.quantity - coalesce(other.quantity, 0) as units) as free
      where variants.product_id = line.product and variants.deleted_at is null
      order by variants.is_active desc, least(free.units, line.quantity) desc, variants.position
      limit 1
    ) as chosen`.execute(db)
  const chosen = new Map(rows.map(({ product, variant }) => [product, variant]))
  return wanted.map(line => ({ ...line, variant: line.variant ?? chosen.get(line.product) }))
}

/** Rows are locked in id order against deadlocks, and read after the lock: a waiting statement reads older rows. */
export async function lockVariants(db: Transaction, wanted: WantedLine[]) {
  const ids = wanted.flatMap(({ variant }) => variant ?? [])
  const stock = db.selectFrom('stock').select('variant_id').where('variant_id', '=', anyOf(ids))
  await stock.orderBy('variant_id').forUpdate().execute()
  return findVariants(db, wanted)
}

/** Prices and stock at this moment, which may change before an order. */
export async function findVariants(db: Database, wanted: WantedLine[]): Promise<PricedVariant[]> {
  const rows = await pricedRows(
    db,
    wanted.flatMap(({ variant }) => variant ?? []),
  )
  return rows.map(({ option_values, options, ...row }) => ({ ...row, options: namedValues(options, option_values) }))
}

const pricedRows = compiled((db, variants: string[]) =>
  db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['products.id', 'variants.id as variant', 'products.name'])
    .select(['variants.sku', 'stock.quantity as stock', 'variants.option_values', 'products.options'])
    .select(['products.tax_class as taxClass', 'products.hsn_code as hsnCode', 'products.is_gift_card as isGiftCard'])
    .select(({ fn }) => [
      fn.coalesce('variants.price_cents', 'products.price_cents').as('price'),
      fn.coalesce('variants.on_sale', 'products.on_sale').as('onSale'),
      fn.coalesce('variants.sale_price_cents', 'products.sale_price_cents').as('salePrice'),
      fn.coalesce('variants.weight_grams', 'products.weight_grams').as('weight'),
    ])
    .select(sql<boolean>`products.is_active and products.deleted_at is null and ${isSold}`.as('isActive'))
    .select(({ selectFrom, fn }) =>
      jsonObjectFrom(
        selectFrom('media')
          .select(mediaFields)
          .where('media.id', '=', fn.coalesce('variants.picture_id', 'products.thumbnail_id')),
      ).as('picture'),
    )
    .where('variants.id', '=', anyOf(variants)),
)

const anyOf = (ids: string[]) => sql<string>`any(${ids}::text[])`
