import { fromCents, toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'
import type { Fields } from '../product-fields.ts'
import { askRows, insertRows, reductionOf, writePlannedPrices } from './reprice.ts'

type ReplacedPrice = RowOf<'replaced_prices'>

export const listReplaced = (db: Database, ids: string[]): Promise<ReplacedPrice[]> =>
  db.selectFrom('replaced_prices').selectAll().where('product_id', '=', sql<string>`any(${ids})`).execute()

type Sale = Pick<Fields['variants'][number], 'onSale' | 'salePrice'>

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
  const asked = await db.deleteFrom('planned_price_rows').where('product_id', '=', id).returningAll().execute()
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
