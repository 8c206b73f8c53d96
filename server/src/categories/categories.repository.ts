import type { Category, CategoryInput } from '@mela/contract'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { compiled } from '../database/compiled.ts'
import { violates } from '../database/constraints.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { ShopError } from '../http/errors.ts'
import { mediaFields } from '../media/media.repository.ts'

/** `countsHidden`: admins, who see inactive products, find them in the count (B82). */
interface Counting {
  countsHidden: boolean
}

/** Shown categories in the order set by staff; new ones last. */
export function listCategories(db: Database, counting: Counting): Promise<Category[]> {
  return categories(db, counting).where(isShown).orderBy('categories.position').execute()
}

export function findCategory(
  db: Database,
  key: { id: string } | { slug: string },
  counting: Counting,
): Promise<Category | undefined> {
  const all = categories(db, counting)
  const one = 'id' in key ? all.where('categories.id', '=', key.id) : all.where('categories.slug', '=', key.slug)
  return one.executeTakeFirst()
}

export interface CategoryName {
  id: string
  name: string
  slug: string
}

export async function findCategoryName(
  db: Database,
  key: { id: string } | { slug: string },
): Promise<CategoryName | undefined> {
  const [found] = 'id' in key ? await nameById(db, key.id) : await nameBySlug(db, key.slug)
  return found
}

/** All category names, in their order. */
export function listCategoryNames(db: Database): Promise<CategoryName[]> {
  return names(db).execute()
}

/** The names of shown categories. */
export function listShownCategoryNames(db: Database): Promise<CategoryName[]> {
  return names(db).where(isShown).execute()
}

const names = (db: Database) => db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('position')

const nameById = compiled((db, id: string) => names(db).where('id', '=', id))
const nameBySlug = compiled((db, slug: string) => names(db).where('slug', '=', slug))

const movedSlugs = (db: Database) =>
  db.selectFrom('moved_categories').innerJoin('categories', 'categories.id', 'moved_categories.category_id')

/** The present slug of a category that had this one before. */
export async function findMovedSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await movedSlugs(db)
    .select('categories.slug')
    .where('moved_categories.slug', '=', slug)
    .executeTakeFirst()
  return row?.slug
}

/** The present slugs of moved categories, by earlier slug. */
export async function listMovedSlugs(db: Database): Promise<Map<string, string>> {
  const rows = await movedSlugs(db).select(['moved_categories.slug as earlier', 'categories.slug as present']).execute()
  return new Map(rows.map(({ earlier, present }) => [earlier, present]))
}

export async function insertCategory(db: Database, id: string, input: CategoryInput): Promise<Category> {
  const inserted = db
    .insertInto('categories')
    .values({ id, ...input })
    .returning(['id', 'name', 'slug', 'description'])
    .executeTakeFirstOrThrow()
  const { id: _id, ...row } = await refusingTaken(inserted)
  await forgetMovedSlug(db, input.slug)
  return { _id, ...row, count: 0, picture: null }
}

function taken(field: 'name' | 'slug') {
  const errors = { [field]: `Another category has this ${field}.` }
  return new ShopError('conflict', `Category ${field} already in use.`, { code: `${field}_taken`, errors })
}

/** Throws a `conflict` when the name or the slug is another category's (B84). */
export async function refusingTaken<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (violates(error, 'categories_slug_key')) throw taken('slug')
    if (violates(error, 'categories_name_key')) throw taken('name')
    throw error
  }
}

/** A slug in use leads to nothing else. */
export async function forgetMovedSlug(db: Database, slug: string): Promise<void> {
  await db.deleteFrom('moved_categories').where('slug', '=', slug).execute()
}

export const categories = (db: Database, { countsHidden }: Counting) =>
  db
    .selectFrom('categories')
    .select(eb => [
      'categories.id as _id',
      'categories.name',
      'categories.slug',
      'categories.description',
      productCount(eb, countsHidden).$asScalar().$notNull().as('count'),
      eb.fn.coalesce(ownPicture(eb), quietPicture(eb)).as('picture'),
    ])

type OfCategory = ExpressionBuilder<Tables, 'categories'>

/** Each from an index-only scan. */
const productCount = (eb: OfCategory, countsHidden: boolean) =>
  countsHidden
    ? eb
        .selectFrom('products')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('products.category_id', '=', 'categories.id')
        .where('products.deleted_at', 'is', null)
    : shownProducts(eb).select(({ fn }) => fn.countAll<number>().as('count'))

const shownProducts = (eb: OfCategory) =>
  eb
    .selectFrom('product_index')
    .whereRef('product_index.category_number', '=', 'categories.number')
    .where(sql<boolean>`product_index.is_active`)

const isShown = (eb: OfCategory) => eb.or([eb.not('categories.hides_while_empty'), eb.exists(shownProducts(eb))])

const ownPicture = (eb: OfCategory) =>
  jsonObjectFrom(eb.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'categories.picture_id'))

/** Home already shows the newest products and those on sale, so another picture is preferred. */
const quietPicture = (eb: OfCategory) =>
  eb.fn.coalesce(
    oldestPicture(eb, sql<boolean>`product_index.is_active and not product_index.is_discounted`),
    oldestPicture(eb, sql<boolean>`product_index.is_active`),
  )

const oldestPicture = (eb: OfCategory, isMeant: RawBuilder<boolean>) =>
  jsonObjectFrom(
    eb
      .selectFrom('product_index')
      .innerJoin('products', 'products.id', 'product_index.product_id')
      .innerJoin('media', 'media.id', 'products.thumbnail_id')
      .select(mediaFields)
      .whereRef('product_index.category_number', '=', 'categories.number')
      .where(isMeant)
      .orderBy('product_index.product_id')
      .limit(1),
  )
