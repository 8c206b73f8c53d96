import type { Category, CategoryInFull, NewCategory } from '@mela/contract'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { mediaFields } from '../media/media-rows.ts'
import type { SessionUser } from '../people/session-user.ts'
import { compiled } from '../platform/database/compiled.ts'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { invalid, notFound, ShopError } from '../platform/http/errors.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
export type CategoryKey = Parameters<typeof findCategory>[1]

const countsFor = (visitor: Visitor) => ({ countsHidden: visitor?.role === 'admin' })

export function showCategories(db: Database, visitor: Visitor): Promise<Category[]> {
  return listCategories(db, countsFor(visitor))
}

/** An earlier slug is found; a hidden category looks like a missing one. */
export async function showCategory(db: Database, key: CategoryKey, visitor: Visitor): Promise<CategoryInFull> {
  const counting = countsFor(visitor)
  const category = (await findCategory(db, key, counting)) ?? (await findMovedCategory(db, key, counting))
  if (!category) throw notFound('Category not found.')

  return category
}

async function findMovedCategory(db: Database, key: CategoryKey, counting: Parameters<typeof findCategory>[2]) {
  const slug = 'slug' in key ? await findMovedSlug(db, key.slug) : undefined
  return slug === undefined ? undefined : findCategory(db, { slug }, counting)
}

/** `countsHidden`: admins find inactive products in the count. */
interface Counting {
  countsHidden: boolean
}

/** New categories come last, children after their parent. */
async function listCategories(db: Database, counting: Counting): Promise<Category[]> {
  const all: Category[] = await categories(db, counting).where(isShown).orderBy(byPosition).execute()
  const byId = new Map(all.map(category => [category._id, category]))
  for (const { _id, name, slug, count, parent } of all) {
    const above = byId.get(parent?._id ?? '')
    if (above) above.children = [...(above.children ?? []), { _id, name, slug, count }]
  }
  return all
}

async function findCategory(
  db: Database,
  key: { id: string } | { slug: string },
  counting: Counting,
): Promise<CategoryInFull | undefined> {
  const all = categories(db, counting)
    .select(['seo_title as seoTitle', 'seo_description as seoDescription'])
    .where(isInShop)
  const one = 'id' in key ? all.where('categories.id', '=', key.id) : all.where('categories.slug', '=', key.slug)
  const found = await one.executeTakeFirst()
  const listChildren = counting.countsHidden ? allChildren : shownChildren
  const children = found && !found.parent ? await listChildren(db, found._id) : []
  return found && { ...found, ...(children.length > 0 && { children }) }
}

export interface CategoryName {
  id: string
  name: string
  slug: string
}

/** product_index knows products by these numbers. */
export interface CategoryBranch extends CategoryName {
  numbers: number[]
}

export async function findCategoryBranch(
  db: Database,
  key: { id: string } | { slug: string },
): Promise<CategoryBranch | undefined> {
  const [found] = 'id' in key ? await branchById(db, key.id) : await branchBySlug(db, key.slug)
  return found
}

export function listCategoryNames(db: Database): Promise<CategoryName[]> {
  return names(db).execute()
}

export function listShownBranches(db: Database): Promise<CategoryBranch[]> {
  return branches(db).where(isShown).execute()
}

export function listFullCategories(db: Database) {
  return db
    .selectFrom('categories')
    .select(eb => ['categories.name', 'categories.slug', productCount(eb, false).$asScalar().$notNull().as('count')])
    .where(isShown)
    .where(eb => eb.exists(shownProducts(eb)))
    .orderBy(byPosition)
    .execute()
}

export const byPosition = sql`coalesce((select parent.position from categories as parent where parent.id = categories.parent_id),
  categories.position), categories.parent_id is not null, categories.position`

const names = (db: Database) => db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy(byPosition)

const branches = (db: Database) => names(db).select(numbersInIt.as('numbers'))

const branch = (column: 'id' | 'number') => sql`array(
  select branch.${sql.ref(column)} from categories as branch
  where branch.id = categories.id or branch.parent_id = categories.id order by branch.number)`
const numbersInIt = branch('number').$castTo<number[]>()

const branchById = compiled((db, id: string) => branches(db).where('id', '=', id))
const branchBySlug = compiled((db, slug: string) => branches(db).where('slug', '=', slug))

const movedSlugs = (db: Database) =>
  db.selectFrom('moved_categories').innerJoin('categories', 'categories.id', 'moved_categories.category_id')

/** A category had this slug before. */
export async function findMovedSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await movedSlugs(db)
    .select('categories.slug')
    .where('moved_categories.slug', '=', slug)
    .executeTakeFirst()
  return row?.slug
}

/** Slugs are keyed by the earlier one. */
export async function listMovedSlugs(db: Database): Promise<Map<string, string>> {
  const rows = await movedSlugs(db).select(['moved_categories.slug as earlier', 'categories.slug as present']).execute()
  return new Map(rows.map(({ earlier, present }) => [earlier, present]))
}

export async function insertCategory(
  db: Database,
  id: string,
  { parent = null, ...input }: NewCategory,
): Promise<Category> {
  const inserted = db
    .insertInto('categories')
    .values({ id, ...input, parent_id: parent })
    .returning(['id', 'name', 'slug', 'description'])
    .returning(eb => parentOf(eb).as('parent'))
    .executeTakeFirstOrThrow()
  const { id: _id, ...row } = await refusingTaken(inserted)
  await forgetMovedSlug(db, input.slug)
  return { _id, ...row, count: 0, picture: null }
}

function taken(field: 'name' | 'slug') {
  const errors = { [field]: `Another category has this ${field}.` }
  return new ShopError('conflict', `Category ${field} already in use.`, { code: `${field}_taken`, errors })
}

/** Throws a `conflict` when the name or the slug is another category's, and when the parent is none. */
export async function refusingTaken<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (violates(error, 'categories_slug_key')) throw taken('slug')
    if (violates(error, 'categories_name_key')) throw taken('name')
    if (violates(error, 'categories_parent_fkey'))
      throw invalid({ parent: 'A category can be in one that is in none.' })
    throw error
  }
}

/** A category uses the slug now. */
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
      parentOf(eb).as('parent'),
    ])

type OfCategory = ExpressionBuilder<Tables, 'categories'>

const parentOf = (eb: OfCategory) =>
  jsonObjectFrom(
    eb
      .selectFrom('categories as parent')
      .select(['parent.id as _id', 'parent.name', 'parent.slug'])
      .whereRef('parent.id', '=', 'categories.parent_id'),
  )

const keptProducts = (eb: OfCategory) =>
  eb
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('products.deleted_at', 'is', null)

export const ownCount = (eb: OfCategory) => keptProducts(eb).whereRef('products.category_id', '=', 'categories.id')

export const productCount = (eb: OfCategory, countsHidden: boolean) =>
  countsHidden
    ? keptProducts(eb).where('products.category_id', '=', sql<string>`any(${branch('id')})`)
    : shownProducts(eb).select(({ fn }) => fn.countAll<number>().as('count'))

const isInBranch = sql<boolean>`product_index.category_number = any(${numbersInIt})`

const shownProducts = (eb: OfCategory) =>
  eb.selectFrom('product_index').where(isInBranch).where(sql<boolean>`product_index.is_active`)

const isInShop = (eb: OfCategory) =>
  eb.and([
    eb.not('categories.is_hidden'),
    eb.not(
      eb.exists(
        eb
          .selectFrom('categories as parent')
          .whereRef('parent.id', '=', 'categories.parent_id')
          .where('parent.is_hidden', '=', true),
      ),
    ),
  ])

const isShown = (eb: OfCategory) =>
  eb.and([isInShop(eb), eb.or([eb.not('categories.hides_while_empty'), eb.exists(shownProducts(eb))])])

const childrenWith = (countsHidden: boolean) =>
  compiled((db, id: string) =>
    db
      .selectFrom('categories')
      .select(eb => [
        'categories.id as _id',
        'categories.name',
        'categories.slug',
        productCount(eb, countsHidden).$asScalar().$notNull().as('count'),
      ])
      .where('categories.parent_id', '=', id)
      .where(isShown)
      .orderBy('categories.position'),
  )
const allChildren = childrenWith(true)
const shownChildren = childrenWith(false)

const ownPicture = (eb: OfCategory) =>
  jsonObjectFrom(eb.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'categories.picture_id'))

/** Home already shows the newest products and those on sale, so another one that can be bought is preferred. */
const quietPicture = (eb: OfCategory) =>
  eb.fn.coalesce(
    oldestPicture(eb, sql<boolean>`product_index.is_active and in_stock and not product_index.is_discounted`),
    oldestPicture(eb, sql<boolean>`product_index.is_active and in_stock`),
    oldestPicture(eb, sql<boolean>`product_index.is_active`),
  )

const oldestPicture = (eb: OfCategory, isMeant: RawBuilder<boolean>) =>
  jsonObjectFrom(
    eb
      .selectFrom('product_index')
      .innerJoin('products', 'products.id', 'product_index.product_id')
      .innerJoin('media', 'media.id', 'products.thumbnail_id')
      .select(mediaFields)
      .where(isInBranch)
      .where(isMeant)
      .orderBy('product_index.product_id')
      .limit(1),
  )
