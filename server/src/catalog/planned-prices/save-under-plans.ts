import { fromCents, type Product, pricesOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'
import type { Fields, VariantFields } from '../product-fields.ts'
import { listFullProducts } from '../product-rows.ts'
import { askRows, insertRows, reductionOf, writePlannedPrices } from './reprice.ts'

type ReplacedPrice = RowOf<'replaced_prices'>

export const listReplaced = (db: Database, ids: string[]): Promise<ReplacedPrice[]> =>
  db.selectFrom('replaced_prices').selectAll().where('product_id', '=', sql<string>`any(${ids})`).execute()

/** The product as staff set it: what plans have written becomes what they replaced. */
export function withoutPlans(product: Product, replaced: ReplacedPrice[]): Product {
  const setOf = (id: string | null) => {
    const was = replaced.find(({ variant_id }) => variant_id === id)
    const cents = was?.sale_price_cents ?? null
    return was && { onSale: was.on_sale ?? undefined, salePrice: cents === null ? undefined : fromCents(cents) }
  }
  const { onSale, salePrice } = pricesOf(setOf(null) ?? {}, product)
  const variants = product.variants.map(variant => {
    const own = { ...variant.own, ...setOf(variant._id) }
    return { ...variant, ...pricesOf(own, { ...product, onSale, salePrice }), own }
  })
  return { ...product, onSale, salePrice, variants }
}

/** For files and undo, which may come after the end of a plan. */
export async function listProductsAsSet(db: Database, ids: string[]): Promise<Product[]> {
  const replaced = Map.groupBy(await listReplaced(db, ids), ({ product_id }) => product_id)
  return (await listFullProducts(db, ids)).map(product => withoutPlans(product, replaced.get(product._id) ?? []))
}

type Sale = Pick<VariantFields, 'onSale' | 'salePrice'>

const isSameSale = (one: Sale, other: Sale) => one.onSale === other.onSale && one.salePrice === other.salePrice

const findIn = ({ variants }: Fields, id: string | undefined) => variants.find(({ _id }) => _id === id)

/** Sales that were sent as shown stay as staff set them. Others no longer follow whether the product is on sale. */
export function keepSetSales(sent: Fields, shown: Fields, set: Fields, present: { _id: string }[]): Fields {
  const { onSale, salePrice } = isSameSale(sent, shown) ? set : sent
  const variants = sent.variants.map(one => {
    const [was, before] = [findIn(shown, one._id), findIn(set, one._id)]
    if (was && before && isSameSale(one, was)) return { ...one, onSale: before.onSale, salePrice: before.salePrice }
    // A deleted variant that comes back still has its plans.
    const isRestored = one._id !== undefined && !present.some(({ _id }) => _id === one._id)
    return isRestored || typeof one.salePrice !== 'number' ? one : { ...one, onSale: one.onSale ?? sent.onSale }
  })
  return { ...sent, onSale, salePrice, variants }
}

/** Gives each row back what staff had set, until layPlans(). A row whose sale this save changes leaves its plans. */
export async function liftPlans(db: Transaction, id: string, sent: Fields, shown: Fields): Promise<void> {
  const changed = shown.variants.flatMap(was => {
    const row = findIn(sent, was._id)
    return row && !isSameSale(row, was) ? (was._id ?? []) : []
  })
  if (!isSameSale(sent, shown)) changed.push('')
  await sql`
    delete from planned_price_rows
    where product_id = ${id} and coalesce(variant_id, '') = any(${changed})`.execute(db)
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
