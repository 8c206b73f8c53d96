import { sql, type Transaction } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { isSold, namedValues } from '../catalog/variants.repository.ts'
import { mediaFields } from '../media/media.repository.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { OrderedLine, PricedVariant, WantedLine } from './priced-lines.ts'

/** Takes the first active variant that has enough units beside other lines, else the one with the most (ADR 0038). */
export async function chooseVariants(db: Transaction<Tables>, wanted: WantedLine[]): Promise<WantedLine[]> {
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
export async function lockVariants(db: Transaction<Tables>, wanted: WantedLine[]): Promise<PricedVariant[]> {
  const ids = wanted.flatMap(({ variant }) => variant ?? [])
  const stock = db.selectFrom('stock').select('variant_id').where('variant_id', '=', anyOf(ids))
  await stock.orderBy('variant_id').forUpdate().execute()
  const rows = await pricedRows(db, ids)
  return rows.map(({ option_values, options, ...row }) => ({ ...row, options: namedValues(options, option_values) }))
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::text[])`

const pricedRows = compiled((db, variants: string[]) =>
  db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select([
      'products.id',
      'variants.id as variant',
      'products.name',
      'products.weight_grams as weight',
      'variants.sku',
    ])
    .select(['stock.quantity as stock', 'variants.option_values', 'products.options'])
    .select(({ fn }) => [
      fn.coalesce('variants.price_cents', 'products.price_cents').as('price'),
      fn.coalesce('variants.on_sale', 'products.on_sale').as('onSale'),
      fn.coalesce('variants.sale_price_cents', 'products.sale_price_cents').as('salePrice'),
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

/** Fails as a whole on a shortage. */
export async function takeStock(db: Transaction<Tables>, orderId: string, lines: OrderedLine[]): Promise<void> {
  // Lines are sorted by product, because their rows of the product index are locked in this order when units run out.
  const ordered = lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))
  const variants = ordered.map(({ product }) => product.variant)
  const quantities = ordered.map(({ quantity }) => quantity)
  const { numAffectedRows } = await sql`
    with taken as (
      update stock set quantity = stock.quantity - wanted.quantity
      from unnest(${variants}::text[], ${quantities}::int[]) as wanted (variant_id, quantity)
      where stock.variant_id = wanted.variant_id and stock.quantity >= wanted.quantity
      returning stock.variant_id, stock.product_id, wanted.quantity as quantity
    )
    insert into stock_ledger (variant_id, product_id, delta, reason, order_id)
    select variant_id, product_id, -quantity, 'order', ${orderId} from taken`.execute(db)
  if (numAffectedRows !== BigInt(lines.length)) throw new Error('This stock is not there.')
}

/** Stock returns once, however often it is called; answers the variants that were out of stock. */
export async function releaseStock(
  db: Transaction<Tables>,
  orderId: string,
): Promise<{ productId: string; wasOut: boolean }[]> {
  const taken = db.selectFrom('stock').innerJoin('stock_ledger', 'stock_ledger.variant_id', 'stock.variant_id')
  const ofOrder = taken.select('stock.variant_id').where('order_id', '=', orderId).where('reason', '=', 'order')
  await ofOrder.orderBy('stock.variant_id').forUpdate('stock').execute()
  const released = await sql<{ productId: string; wasOut: boolean }>`
    with written as (
      insert into stock_ledger (variant_id, product_id, delta, reason, order_id)
      select variant_id, product_id, -delta, 'release', order_id from stock_ledger
      where order_id = ${orderId} and reason = 'order' order by product_id
      on conflict do nothing
      returning variant_id, delta
    )
    update stock set quantity = stock.quantity + written.delta
    from written where stock.variant_id = written.variant_id
    returning stock.product_id as "productId", stock.quantity = written.delta as "wasOut"`.execute(db)
  return released.rows
}
