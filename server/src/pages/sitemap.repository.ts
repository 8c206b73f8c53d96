import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Rows fetched at a time, to bound memory for any catalogue. */
const BATCH = 5000

const isActive = sql<boolean>`products.is_active and products.deleted_at is null`

/** Visible products, in order of creation. */
const products = (db: Database) => db.selectFrom('products').where(isActive)

export async function countShownProducts(db: Database): Promise<number> {
  const { count } = await products(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface ShownProduct {
  id: string
  updated_at: Date
}

/** The products from the `offset`th on, at most `limit`. */
export async function* listShownProducts(db: Database, offset: number, limit: number): AsyncGenerator<ShownProduct> {
  const select = () => products(db).select(['id', 'updated_at']).orderBy('id')
  let rows = await select().offset(offset).limit(Math.min(BATCH, limit)).execute()
  let left = limit
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield* rows
    left -= rows.length
    if (left === 0) return
    rows = await select().where('id', '>', last.id).limit(Math.min(BATCH, left)).execute()
  }
}

/** The slugs of categories with active products. */
export async function listShownCategories(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('slug')
    .where(({ exists }) =>
      exists(products(db).select('products.id').whereRef('products.category_id', '=', sql.ref('categories.id'))),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ slug }) => slug)
}
