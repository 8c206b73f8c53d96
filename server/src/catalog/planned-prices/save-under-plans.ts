import { fromCents, type Product, pricesOf, toCents, type Variant } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'
import { type Fields, fieldsOf, type VariantFields } from '../product-fields.ts'
import { listFullProducts } from '../product-rows.ts'
import { askRows, insertRows, reductionOf, writePlannedPrices } from './reprice.ts'

type ReplacedPrice = RowOf<'replaced_prices'>

export const listReplaced = (db: Database, ids: string[]): Promise<ReplacedPrice[]> =>
  db.selectFrom('replaced_prices').selectAll().where('product_id', '=', sql<string>`any(${ids})`).execute()

type Sale = Pick<VariantFields, 'onSale' | 'salePrice'>

const isAsWritten = ({ onSale, salePrice }: Sale, { written_on_sale, written_cents }: ReplacedPrice) =>
  onSale === written_on_sale && toCents(salePrice ?? 0) === written_cents

/** The fields as staff set them: a sale that is as plans have written it becomes what they replaced. */
export function withoutPlans(fields: Fields, replaced: ReplacedPrice[]): Fields {
  const asSet = <Row extends Sale>(row: Row, id: string | null): Row => {
    const was = replaced.find(({ variant_id }) => variant_id === id)
    if (!was || !isAsWritten(row, was)) return row
    return {
      ...row,
      onSale: was.on_sale,
      salePrice: was.sale_price_cents === null ? null : fromCents(was.sale_price_cents),
    }
  }
  return { ...asSet(fields, null), variants: fields.variants.map(one => asSet(one, one._id ?? '')) }
}

/** For files and undo, which may come after the end of a plan. */
export async function listProductsAsSet(db: Database, ids: string[]): Promise<Product[]> {
  const replaced = Map.groupBy(await listReplaced(db, ids), ({ product_id }) => product_id)
  return (await listFullProducts(db, ids)).map(product => {
    const { onSale, salePrice, variants } = withoutPlans(fieldsOf(product), replaced.get(product._id) ?? [])
    const asSet = (variant: Variant) => {
      const row = variants.find(({ _id }) => _id === variant._id)
      if (!row) return variant
      const set = { price: variant.own.price, onSale: row.onSale ?? undefined, salePrice: row.salePrice ?? undefined }
      return { ...variant, ...pricesOf(set, { ...product, onSale, salePrice }), own: set }
    }
    return { ...product, onSale, salePrice, variants: product.variants.map(asSet) }
  })
}

/** A variant's sale that is as it was is not sent: it would take the variant out of its plans. */
export const withoutKeptSales = (sent: VariantFields[], before: VariantFields[]): VariantFields[] =>
  sent.map(({ onSale, salePrice, ...one }) => {
    const was = before.find(({ _id }) => _id === one._id)
    return was?.onSale === onSale && was?.salePrice === salePrice ? one : { ...one, onSale, salePrice }
  })

/** Gives each row back what staff had set, until layPlans(). A row whose sale this save changes leaves its plans. */
export async function liftPlans(db: Transaction, id: string, sent: Fields, replaced: ReplacedPrice[]): Promise<void> {
  const changed = replaced.filter(was => {
    const row = was.variant_id === null ? sent : sent.variants.find(({ _id }) => _id === was.variant_id)
    return row && !isAsWritten(row, was)
  })
  await sql`
    delete from planned_price_rows
    where product_id = ${id} and coalesce(variant_id, '') = any(${changed.map(({ variant_id }) => variant_id ?? '')})`.execute(
    db,
  )
  await sql`
    with lifted as (delete from replaced_prices where product_id = ${id} returning *)
    update variants set on_sale = lifted.on_sale, sale_price_cents = lifted.sale_price_cents
    from lifted where variants.id = lifted.variant_id`.execute(db)
}

/** Running plans ask anew for the rows that they have, and for variants that would inherit the product's sale. */
export async function layPlans(db: Transaction, id: string): Promise<void> {
  // Rows of deleted variants wait until those come back.
  const isPresent = sql<boolean>`not exists (select from variants where id = variant_id and deleted_at is not null)`
  const asked = await db
    .deleteFrom('planned_price_rows')
    .where('product_id', '=', id)
    .where(isPresent)
    .returningAll()
    .execute()
  if (asked.length === 0) return
  const ids = [...new Set(asked.map(({ plan_id }) => plan_id))]
  const plans = await db.selectFrom('planned_prices').selectAll().where('id', 'in', ids).execute()
  for (const plan of plans) {
    const isAsked = (variant: string | null) =>
      asked.some(({ plan_id, variant_id }) => plan_id === plan.id && variant_id === variant)
    const rows = await askRows(db, [id], reductionOf(plan))
    await insertRows(
      db,
      plan.id,
      rows.filter(({ variant, inherits }) => isAsked(variant) || (inherits && isAsked(null))),
    )
  }
  await writePlannedPrices(db, [id])
}
