import { SPEC_PAGES } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

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
  slug: string
  updated_at: Date
}

/** The products from the `offset`th on, at most `limit`. */
export async function* listShownProducts(db: Database, offset: number, limit: number): AsyncGenerator<ShownProduct> {
  const select = () => products(db).select(['id', 'slug', 'updated_at']).orderBy('id')
  let rows = await select().offset(offset).limit(Math.min(BATCH, limit)).execute()
  let left = limit
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield* rows
    left -= rows.length
    if (left === 0) return
    rows = await select().where('id', '>', last.id).limit(Math.min(BATCH, left)).execute()
  }
}

/** The slugs of visible categories with active products, of their own or of their children. */
export async function listShownCategories(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
    .select('categories.slug')
    .where('categories.is_hidden', '=', false)
    .where(sql<boolean>`parent.is_hidden is not true`)
    .where(({ exists }) =>
      exists(
        products(db)
          .select('products.id')
          .where(sql<boolean>`products.category_id = any(array(
            select own.id from categories as own where own.id = categories.id or own.parent_id = categories.id))`),
      ),
    )
    .orderBy('categories.id')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** The slugs of collections that are not hidden. */
export async function listShownCollections(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('collections').select('slug').where('is_hidden', '=', false).orderBy('id').execute()
  return rows.map(({ slug }) => slug)
}

/** The slugs of published pages beside SPEC's. */
export async function listOwnPages(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('pages')
    .select('slug')
    .where('is_published', '=', true)
    .where('slug', 'not in', Object.keys(SPEC_PAGES))
    .orderBy('id')
    .execute()
  return rows.map(({ slug }) => slug)
}
