import type { Category, CategoryInFull, StaffCategory } from '@mela/contract'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { mediaFields } from '../media/media-rows.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { byPosition, noSuchCategory } from './category-rows.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
type CategoryKey = { id: string } | { slug: string }

/** Admins find inactive products in the count. */
const countsHidden = (visitor: Visitor) => visitor?.role === 'admin'

/** New categories come last, children after their parent. */
export async function showCategories(db: Database, visitor: Visitor): Promise<Category[]> {
  const shown = categories(db, countsHidden(visitor)).where(isShown)
  const all: Category[] = await shown.orderBy(byPosition).execute()
  const byId = new Map(all.map(category => [category._id, category]))
  for (const { _id, name, slug, count, parent } of all) {
    const above = byId.get(parent?._id ?? '')
    if (above) above.children = [...(above.children ?? []), { _id, name, slug, count }]
  }
  return all
}

export const listStaffCategories = (db: Database): Promise<StaffCategory[]> =>
  staffCategories(db).orderBy(byPosition).execute()

export async function showStaffCategory(db: Database, id: string): Promise<StaffCategory> {
  const category = await staffCategories(db).where('categories.id', '=', id).executeTakeFirst()
  if (!category) throw noSuchCategory()
  return category
}

/** A hidden category looks like a missing one. */
export const showCategory = (db: Database, key: CategoryKey, visitor: Visitor): Promise<CategoryInFull> =>
  findPresent(db, key, key => findCategory(db, key, countsHidden(visitor)))

/** A hidden category's products stay for sale. */
export const requireCategoryBranch = (db: Database, key: CategoryKey): Promise<CategoryBranch> =>
  findPresent(db, key, key => findCategoryBranch(db, key))

async function findPresent<Found>(
  db: Database,
  key: CategoryKey,
  find: (key: CategoryKey) => Promise<Found | undefined>,
): Promise<Found> {
  const found = await find(key)
  if (found) return found
  const slug = 'slug' in key ? await findMovedCategory(db, key.slug) : undefined
  const present = slug === undefined ? undefined : await find({ slug })
  if (!present) throw noSuchCategory()
  return present
}

async function findCategory(
  db: Database,
  key: CategoryKey,
  countsHidden: boolean,
): Promise<CategoryInFull | undefined> {
  const all = categories(db, countsHidden)
    .select(['seo_title as seoTitle', 'seo_description as seoDescription'])
    .where(isInShop)
  const found = await all.where(hasKey(key)).executeTakeFirst()
  if (!found || found.parent) return found
  const children = await db
    .selectFrom('categories')
    .select(['categories.id as _id', 'categories.name', 'categories.slug'])
    .select(productCount(countsHidden).as('count'))
    .where('categories.parent_id', '=', found._id)
    .where(isShown)
    .orderBy('categories.position')
    .execute()
  return { ...found, ...(children.length > 0 && { children }) }
}

const hasKey = (key: CategoryKey) => (eb: OfCategory) =>
  'id' in key ? eb('categories.id', '=', key.id) : eb('categories.slug', '=', key.slug)

/** product_index knows products by these numbers. */
interface CategoryBranch {
  id: string
  name: string
  slug: string
  numbers: number[]
}

export const findCategoryBranch = (db: Database, key: CategoryKey): Promise<CategoryBranch | undefined> =>
  branches(db).where(hasKey(key)).executeTakeFirst()

export const listCategoryNames = (db: Database) => names(db).execute()

export const listShownBranches = (db: Database): Promise<CategoryBranch[]> => branches(db).where(isShown).execute()

export function listFullCategories(db: Database) {
  return db
    .selectFrom('categories')
    .select(['categories.name', 'categories.slug', productCount(false).as('count')])
    .where(isShown)
    .where(sql<boolean>`exists (select ${shownProducts})`)
    .orderBy(byPosition)
    .execute()
}

const names = (db: Database) =>
  db.selectFrom('categories').select(['id', 'name', 'slug', 'parent_id']).orderBy(byPosition)

const branches = (db: Database) => names(db).select(numbersInIt.as('numbers'))

const branch = (column: 'id' | 'number') => sql`array(
  select branch.${sql.ref(column)} from categories as branch
  where branch.id = categories.id or branch.parent_id = categories.id order by branch.number)`
const numbersInIt = branch('number').$castTo<number[]>()

export async function findMovedCategory(db: Database, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('moved_categories')
    .innerJoin('categories', 'categories.id', 'moved_categories.category_id')
    .select('categories.slug')
    .where('moved_categories.slug', '=', slug)
    .executeTakeFirst()
  return row?.slug
}

const categories = (db: Database, countsHidden: boolean) =>
  db
    .selectFrom('categories')
    .select(['categories.id as _id', 'categories.name', 'categories.slug', 'categories.description'])
    .select(productCount(countsHidden).as('count'))
    .select(eb => [eb.fn.coalesce(ownPicture(eb), quietPicture(eb)).as('picture'), parentOf(eb).as('parent')])

const staffCategories = (db: Database) =>
  categories(db, true)
    .select([productCount(false).as('countInShop'), countOf(ownProducts).as('ownCount')])
    .select(['hides_while_empty as hidesWhileEmpty', 'is_hidden as isHidden', 'version'])
    .select(['seo_title as seoTitle', 'seo_description as seoDescription'])
    .select(sql<boolean>`picture_id is not null`.as('hasOwnPicture'))

type OfCategory = ExpressionBuilder<Tables, 'categories'>

const parentOf = (eb: OfCategory) =>
  jsonObjectFrom(
    eb
      .selectFrom('categories as parent')
      .select(['parent.id as _id', 'parent.name', 'parent.slug'])
      .whereRef('parent.id', '=', 'categories.parent_id'),
  )

const isInBranch = sql<boolean>`product_index.category_number = any(${numbersInIt})`
const shownProducts = sql`from product_index where ${isInBranch} and product_index.is_active`
const ownProducts = sql`from products where deleted_at is null and category_id = categories.id`

const countOf = (products: RawBuilder<unknown>) => sql<number>`(select count(*)::int ${products})`

const productCount = (countsHidden: boolean) =>
  countOf(
    countsHidden ? sql`from products where deleted_at is null and category_id = any(${branch('id')})` : shownProducts,
  )

const isInShop = sql<boolean>`not categories.is_hidden and not exists (
  select from categories as parent where parent.id = categories.parent_id and parent.is_hidden)`

const isShown = sql<boolean>`${isInShop} and (not categories.hides_while_empty or exists (select ${shownProducts}))`

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
