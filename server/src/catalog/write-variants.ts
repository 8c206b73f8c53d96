import { toCents } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { invalid, ShopError } from '../platform/http/errors.ts'
import type { Before, VariantPlan, VariantRow } from './plan-variants.ts'
import type { Fields, VariantFields } from './product-fields.ts'

/** Deleted variants count when they are sent again. Refuses unknown ids. */
export async function findPresentStock(
  db: Transaction<Tables>,
  productId: string,
  { variants }: Before,
  sent: { _id?: string | undefined }[] = [],
): Promise<Map<string, number>> {
  const present = new Map(variants.map(({ _id, stock }) => [_id, stock]))
  const deleted = sent.flatMap(({ _id }) => _id ?? []).filter(id => !present.has(id))
  if (deleted.length === 0) return present

  const rows = await db
    .selectFrom('stock')
    .select(['variant_id', 'quantity'])
    .where('product_id', '=', productId)
    .where('variant_id', '=', sql<string>`any(${deleted})`)
    .execute()
  for (const { variant_id, quantity } of rows) present.set(variant_id, quantity)
  const unknown = sent.findIndex(({ _id }) => _id !== undefined && !present.has(_id))
  if (unknown >= 0) throw invalid({ [`variants.${unknown}._id`]: 'This is no variant of this product.' })
  return present
}

/** Throws a `conflict` when another product has one of these SKUs. */
export async function refuseTakenSkus(db: Transaction<Tables>, productId: string, variants: VariantFields[]) {
  const skus = variants.map(({ sku }) => sku?.toLowerCase())
  const wanted = skus.filter(sku => sku !== undefined)
  if (wanted.length === 0) return
  const taken = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select([sql<string>`lower(sku)`.as('sku'), 'products.name', 'products.deleted_at'])
    .where(sql`lower(sku)`, '=', sql`any(${wanted})`)
    .where('variants.deleted_at', 'is', null)
    .where('product_id', '<>', productId)
    .execute()
  const errors = taken.map(({ sku, ...product }) => [`variants.${skus.indexOf(sku)}.sku`, takenBy(product)])
  if (errors.length > 0) throw skuTaken(Object.fromEntries(errors))
}

export const takenBy = ({ name, deleted_at }: { name: string; deleted_at: Date | null }) =>
  deleted_at
    ? `The deleted product ${name} has this SKU. Restore it from the audit log, or use another one.`
    : `${name} has this SKU.`

const skuTaken = (errors?: Record<string, string>) =>
  new ShopError('conflict', 'SKU already in use.', { code: 'sku_taken', ...(errors && { errors }) })

export async function writeVariants(
  db: Transaction<Tables>,
  productId: string,
  { rows, deltas }: VariantPlan,
  options: Fields['options'],
  editor?: string,
): Promise<void> {
  if (rows) await replaceVariants(db, productId, rows.map(columnsOf(options)))
  await addStock(
    db,
    [...deltas].map(([variant, delta]) => ({ variant, delta })),
    editor,
  )
}

const columnsOf =
  (options: Fields['options']) =>
  ({ _id, price, salePrice, ...variant }: VariantRow, position: number) => ({
    id: _id,
    position,
    option_values: options.map(({ name }) => variant.options?.[name] ?? ''),
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    price_cents: price === undefined || price === null ? null : toCents(price),
    on_sale: variant.onSale ?? null,
    sale_price_cents: salePrice === undefined || salePrice === null ? null : toCents(salePrice),
    picture_id: variant.media ?? null,
    is_active: variant.isActive ?? true,
  })

async function replaceVariants(db: Transaction<Tables>, productId: string, rows: { id: string }[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, position int, option_values text[],
    sku text, barcode text, price_cents bigint, on_sale boolean, sale_price_cents bigint, picture_id text, is_active boolean)`
  await db
    .updateTable('variants')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .where('id', '<>', sql<string>`all(${rows.map(({ id }) => id)})`)
    .execute()
  // A first update makes values and SKUs unique while variants swap theirs; four values fit no product's options.
  await sql`
    update variants set option_values = array[variants.id::text, '', '', ''], sku = null from ${given}
    where variants.id = given.id and (variants.option_values, variants.sku) is distinct from (given.option_values, given.sku)`.execute(
    db,
  )
  try {
    await sql`
      insert into variants (id, product_id, position, option_values, sku, barcode, price_cents, on_sale, sale_price_cents,
        picture_id, is_active)
      select id, ${productId}, position, option_values, sku, barcode, price_cents, on_sale, sale_price_cents, picture_id, is_active
      from ${given}
      on conflict (id) do update set (position, option_values, sku, barcode, price_cents, on_sale, sale_price_cents, picture_id,
        is_active, deleted_at, version) = (excluded.position, excluded.option_values, excluded.sku, excluded.barcode,
        excluded.price_cents, excluded.on_sale, excluded.sale_price_cents, excluded.picture_id, excluded.is_active, null,
        variants.version + 1)
      where (variants.position, variants.option_values, variants.sku, variants.barcode, variants.price_cents, variants.on_sale,
        variants.sale_price_cents, variants.picture_id, variants.is_active, variants.deleted_at) is distinct from
        (excluded.position, excluded.option_values, excluded.sku, excluded.barcode, excluded.price_cents, excluded.on_sale,
        excluded.sale_price_cents, excluded.picture_id, excluded.is_active, null)`.execute(db)
  } catch (error) {
    throw violates(error, 'variants_sku_key') ? skuTaken() : error
  }
}

/** Orders that can still be cancelled would give these units back. */
export async function countHeldUnits(db: Transaction<Tables>, productId: string, variants: string[]): Promise<number> {
  if (variants.length === 0) return 0
  const { units } = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('units'))
    .where('product_id', '=', productId)
    .where('variant_id', '=', sql<string>`any(${variants})`)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow()
  return Number(units)
}

/** The opening stock of a variant has no actor. */
export async function addStock(db: Database, units: { variant: string; delta: number }[], editor?: string) {
  const given = units.filter(({ delta }) => delta !== 0)
  await sql`
    with changed as (
      update stock set quantity = quantity + given.delta
      from unnest(${given.map(({ variant }) => variant)}::text[], ${given.map(({ delta }) => delta)}::int[])
        as given (variant, delta)
      where stock.variant_id = given.variant
      returning stock.variant_id, stock.product_id, given.delta
    )
    insert into stock_ledger (variant_id, product_id, delta, reason, actor_id)
    select variant_id, product_id, delta, ${editor ? 'edit' : 'opening'}::text, ${editor ?? null}::text from changed`.execute(
    db,
  )
}
