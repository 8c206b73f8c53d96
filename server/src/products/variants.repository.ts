import type { ProductOption } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** Whether a variant can be bought when its product can. */
export const isSold = sql<boolean>`(variants.is_active and variants.deleted_at is null)`

/** Of a query of products: the units of all variants that are sold. */
export const stockOfProduct = sql<number>`(
  select coalesce(sum(stock.quantity), 0)::int from variants join stock on stock.variant_id = variants.id
  where variants.product_id = products.id and ${isSold})`

/** `{ Size: 'M' }`, in the order of the options. */
export function namedValues(options: Pick<ProductOption, 'name'>[], values: string[]): Record<string, string> {
  return Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']))
}

/** The variant of a product that has but one, and sells it. */
export async function findOnlyVariant(db: Database, productId: string): Promise<string | undefined> {
  const variants = await db
    .selectFrom('variants')
    .select(['id', 'is_active'])
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute()
  const [only] = variants
  return variants.length === 1 && only?.is_active ? only.id : undefined
}

/** Gives new variants their stock; the database has inserted them with none. */
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

/** Changes the stock of a locked variant by `delta` units, and records it. */
export async function changeStock(db: Transaction<Tables>, variant: string, delta: number): Promise<void> {
  if (delta === 0) return
  await sql`
    with changed as (
      update stock set quantity = quantity + ${delta}::int where variant_id = ${variant} returning variant_id, product_id
    )
    insert into stock_ledger (variant_id, product_id, delta, reason)
    select variant_id, product_id, ${delta}::int, 'edit' from changed`.execute(db)
}
