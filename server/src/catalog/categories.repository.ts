import type { Category, CategoryInput } from '@mela/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { violates } from '../database/constraints.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'
import { conflict } from '../http/errors.ts'
import { mediaFields } from '../media/media.repository.ts'

/** `countsHidden`: whoever may see inactive products finds them in the count (DECISIONS B82). */
interface Counting {
  countsHidden: boolean
}

/** All categories in the order in which they were created. */
export function listCategories(db: Database, counting: Counting): Promise<Category[]> {
  return categories(db, counting).orderBy('categories.id').execute()
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

/** What all categories are called, in the order in which they were created. */
export function listCategoryNames(db: Database): Promise<CategoryName[]> {
  return db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('id').execute()
}

export async function insertCategory(db: Database, input: CategoryInput): Promise<Category> {
  try {
    const { id: _id, ...row } = await db
      .insertInto('categories')
      .values({ id: newId(), ...input })
      .returning(['id', 'name', 'slug', 'description'])
      .executeTakeFirstOrThrow()
    return { _id, ...row, count: 0, picture: null }
  } catch (error) {
    if (violates(error, 'categories_slug_key')) throw conflict('Category slug already in use.')
    if (violates(error, 'categories_name_key')) throw conflict('Category name already in use.')
    throw error
  }
}

const categories = (db: Database, { countsHidden }: Counting) =>
  db
    .selectFrom('categories')
    .select(eb => [
      'categories.id as _id',
      'categories.name',
      'categories.slug',
      'categories.description',
      productCount(eb, countsHidden).$asScalar().$notNull().as('count'),
      newestPicture(eb).as('picture'),
    ])

type OfCategory = ExpressionBuilder<Tables, 'categories'>

/** Each from an index that holds nothing else. */
const productCount = (eb: OfCategory, countsHidden: boolean) =>
  countsHidden
    ? eb
        .selectFrom('products')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('products.category_id', '=', 'categories.id')
        .where('products.deleted_at', 'is', null)
    : eb
        .selectFrom('shelf')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('shelf.category_id', '=', 'categories.id')
        .where(sql<boolean>`shelf.is_active`)

const newestPicture = (eb: OfCategory) =>
  jsonObjectFrom(
    eb
      .selectFrom('products')
      .innerJoin('media', 'media.id', 'products.thumbnail_id')
      .select(mediaFields)
      .whereRef('products.category_id', '=', 'categories.id')
      .where('products.deleted_at', 'is', null)
      .where(sql<boolean>`products.is_active`)
      .orderBy('products.id', 'desc')
      .limit(1),
  )
