import type { CategoryFields, StaffCategory } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { byPosition, categories, forgetMovedSlug, ownCount, productCount, refusingTaken } from './categories.ts'

export function listStaffCategories(db: Database): Promise<StaffCategory[]> {
  return staffCategories(db).orderBy(byPosition).execute()
}

export function findStaffCategory(db: Database, id: string): Promise<StaffCategory | undefined> {
  return staffCategories(db).where('categories.id', '=', id).executeTakeFirst()
}

const staffCategories = (db: Database) =>
  categories(db, { countsHidden: true })
    .select(eb => [
      productCount(eb, false).$asScalar().$notNull().as('countInShop'),
      ownCount(eb).$asScalar().$notNull().as('ownCount'),
    ])
    .select(['hides_while_empty as hidesWhileEmpty', 'is_hidden as isHidden', 'version'])
    .select(['seo_title as seoTitle', 'seo_description as seoDescription'])
    .select(sql<boolean>`picture_id is not null`.as('hasOwnPicture'))

/** Products may still be added to the locked category. */
export async function lockCategory(db: Transaction<Tables>, id: string) {
  return categoryRow(db, id).forNoKeyUpdate().executeTakeFirst()
}

/** Waits for products that are being added. */
export async function lockCategoryWhole(db: Transaction<Tables>, id: string) {
  return categoryRow(db, id).forUpdate().executeTakeFirst()
}

const categoryRow = (db: Transaction<Tables>, id: string) =>
  db.selectFrom('categories').selectAll().where('id', '=', id)

/** The order is locked until the transaction ends. */
export async function lockPositions(db: Transaction<Tables>) {
  await db.selectFrom('categories').select('id').orderBy('id').forNoKeyUpdate().execute()
  return db.selectFrom('categories').select(['id', 'name', 'position']).orderBy(byPosition).execute()
}

export async function updatePositions(db: Transaction<Tables>, ids: string[], positions: number[]): Promise<void> {
  await sql`
    update categories set position = given.position
    from unnest(${ids}::text[], ${positions}::int[]) as given (id, position)
    where categories.id = given.id and categories.position <> given.position`.execute(db)
}

export async function updateCategory(db: Transaction<Tables>, id: string, fields: CategoryFields): Promise<void> {
  await refusingTaken(
    db
      .updateTable('categories')
      .set({ ...columnsOf(fields), version: sql`version + 1` })
      .where('id', '=', id)
      .execute(),
  )
}

/** The parent is locked until the transaction ends. */
async function keepParent(db: Transaction<Tables>, id: string): Promise<boolean> {
  const row = await categoryRow(db, id).where('parent_id', 'is', null).forKeyShare().executeTakeFirst()
  return row !== undefined
}

const columnsOf = ({ name, slug, description, ...fields }: CategoryFields) => ({
  ...{ name, slug, description },
  picture_id: fields.picture,
  parent_id: fields.parent,
  hides_while_empty: fields.hidesWhileEmpty,
  is_hidden: fields.isHidden,
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
})

export async function listChildren(db: Transaction<Tables>, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('name')
    .where('parent_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}

/** The picture is locked until the transaction ends. */
export async function keepPicture(db: Transaction<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('media').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}

export async function moveSlug(
  db: Transaction<Tables>,
  { from, to }: { from: string; to: { id: string; slug: string } },
) {
  await forgetMovedSlug(db, to.slug)
  await db
    .insertInto('moved_categories')
    .values({ slug: from, category_id: to.id })
    .onConflict(conflict => conflict.column('slug').doUpdateSet({ category_id: to.id }))
    .execute()
}

export async function moveOldSlugs(db: Transaction<Tables>, slugs: string[], to: string): Promise<void> {
  await db
    .updateTable('moved_categories')
    .set({ category_id: to })
    .where('slug', '=', sql<string>`any(${slugs})`)
    .execute()
}

export async function listOldSlugs(db: Transaction<Tables>, categoryId: string): Promise<string[]> {
  const rows = await db.selectFrom('moved_categories').select('slug').where('category_id', '=', categoryId).execute()
  return rows.map(({ slug }) => slug)
}

/** Deleted products may be restored, so they count. */
export async function listProductIds(db: Transaction<Tables>, categoryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('category_id', '=', categoryId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countProducts(db: Transaction<Tables>, categoryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Loaded forms of the products become stale. Answers those that were in `from`. */
export async function moveProducts(
  db: Transaction<Tables>,
  ids: string[],
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const rows = await db
    .updateTable('products')
    .set({ category_id: to, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${ids})`)
    .where('category_id', '=', from)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Undefined if no category is left. */
export async function findFirstOther(db: Transaction<Tables>, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '<>', id)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Products are found by the names and the slugs of their category and its parent. */
export async function clearTerms(db: Transaction<Tables>, categoryId: string): Promise<void> {
  const numbers = db
    .selectFrom('categories')
    .select('number')
    .where(({ or, eb }) => or([eb('id', '=', categoryId), eb('parent_id', '=', categoryId)]))
  await db.updateTable('product_index').set({ terms: null }).where('category_number', 'in', numbers).execute()
}

export async function deleteCategory(db: Transaction<Tables>, id: string): Promise<void> {
  await db.deleteFrom('categories').where('id', '=', id).execute()
}

/** The audit log keeps the category, and where its products were moved. */
export interface DeletedCategory extends CategoryFields {
  position: number
  oldSlugs: string[]
  movedTo: string | null
  products: string[]
}

export async function findDeletion(db: Transaction<Tables>, id: string): Promise<DeletedCategory | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select(['action', sql<DeletedCategory>`audit_log.before`.as('before')])
    .where('subject', '=', `category:${id}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.action === 'category.deleted' ? row.before : undefined
}

export async function insertAgain(db: Transaction<Tables>, id: string, deleted: DeletedCategory): Promise<boolean> {
  const { slug, position } = deleted
  const hasPicture = deleted.picture !== null && (await keepPicture(db, deleted.picture))
  const picture = hasPicture ? deleted.picture : null
  const hasParent = deleted.parent && (await keepParent(db, deleted.parent))
  const parent = hasParent ? deleted.parent : null
  const insert = db.insertInto('categories').values({ id, ...columnsOf({ ...deleted, picture, parent }), position })
  const { numInsertedOrUpdatedRows } = await refusingTaken(
    insert.onConflict(conflict => conflict.column('id').doNothing()).executeTakeFirstOrThrow(),
  )
  if (!numInsertedOrUpdatedRows) return false
  await forgetMovedSlug(db, slug)
  return true
}
