import type { CategoryFields, StaffCategory } from '@mela/contract'
import { sql } from 'kysely'
import { findDeleted, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid } from '../platform/http/errors.ts'
import { showStaffCategory } from './categories.ts'
import {
  type CategoryRow,
  columnsOf,
  fieldsOf,
  forgetMovedSlug,
  keepPicture,
  listChildren,
  lockCategory,
  moveSlug,
  noSuchCategory,
  refusingTaken,
} from './category-rows.ts'
import { lockProducts } from './product-rows.ts'
import { indexProducts } from './search/index-products.ts'

/** Products move first; one that is added concurrently is moved, too. Throws a `conflict` when a target is missing. */
export function removeCategory(db: Database, actor: string, id: string, moveTo: string | undefined): Promise<void> {
  return transact(db, async (db, invalidate) => {
    if (moveTo === id) throw invalid({ moveTo: 'This is the category that is deleted.' })
    const { row, target } = await lockBoth(db, id, moveTo)
    const children = await listChildren(db, id)
    if (children.length > 0) throw conflict(hasChildrenMessage(row.name, children), 'category_in_use')
    const products = db.selectFrom('products').where('category_id', '=', id).where('deleted_at', 'is', null)
    const count = await countRows(products)
    if (count > 0 && !target) {
      const counted = count === 1 ? '1 product' : `${count} products`
      throw conflict(`${row.name} has ${counted}. Choose where to move them.`, 'category_in_use')
    }

    const moved = await empty(db, invalidate, row, target)
    const oldSlugs = await listOldSlugs(db, id)
    if (target) {
      await moveSlug(db, { from: row.slug, to: target })
      await moveOldSlugs(db, [row.slug, ...oldSlugs], target.id)
    }
    await db.deleteFrom('categories').where('id', '=', id).execute()
    invalidate('catalog', `category:${row.slug}`)
    const before: DeletedCategory = { ...fieldsOf(row), position: row.position, oldSlugs, ...moved }
    await recordAudit(db, { actor, action: 'category.deleted', subject: `category:${id}`, before })
  })
}

/** Waits for products that are being added. Sorted, so that admins who delete each other's target do not deadlock. */
async function lockBoth(db: Transaction, id: string, moveTo: string | undefined) {
  const locked = new Map<string, CategoryRow>()
  for (const key of [id, ...(moveTo ? [moveTo] : [])].sort()) {
    const one = db.selectFrom('categories').selectAll().where('id', '=', key)
    const row = await (key === id ? one.forUpdate() : one.forNoKeyUpdate()).executeTakeFirst()
    if (row) locked.set(key, row)
  }
  const row = locked.get(id)
  if (!row) throw noSuchCategory()
  const target = locked.get(moveTo ?? '')
  if (moveTo && !target) throw invalid({ moveTo: 'Category not found.' })
  return { row, target }
}

/** Deleted products may be restored, so they are moved as well. */
async function empty(
  db: Transaction,
  invalidate: Invalidate,
  { id, slug }: CategoryRow,
  target: CategoryRow | undefined,
) {
  const rows = await db.selectFrom('products').select('id').where('category_id', '=', id).orderBy('id').execute()
  const products = rows.map(({ id }) => id)
  if (products.length === 0) return { movedTo: target?.id ?? null, products }
  // All of them are deleted: they only need a category in case they are restored.
  const others = db.selectFrom('categories').select('id').where('id', '<>', id).orderBy('position').limit(1)
  const to = target ?? (await others.executeTakeFirst())
  if (to === undefined)
    throw conflict('The last category stays while deleted products belong to it.', 'category_in_use')

  await moveProducts(db, products, { from: id, to: to.id })
  invalidate(`category:${slug}`, ...products.map(product => `product:${product}` as const))
  if (target) invalidate(`category:${target.slug}`)
  return { movedTo: to.id, products }
}

/** Loaded forms of the products become stale. Answers those that were in `from`. */
async function moveProducts(
  db: Transaction,
  ids: string[],
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  await lockProducts(db, ids)
  const rows = await db
    .updateTable('products')
    .set({ category_id: to, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${ids})`)
    .where('category_id', '=', from)
    .returning('id')
    .execute()
  await indexProducts(db)
  return rows.map(({ id }) => id)
}

async function listOldSlugs(db: Transaction, categoryId: string): Promise<string[]> {
  const rows = await db.selectFrom('moved_categories').select('slug').where('category_id', '=', categoryId).execute()
  return rows.map(({ slug }) => slug)
}

async function moveOldSlugs(db: Transaction, slugs: string[], to: string): Promise<void> {
  const among = sql<string>`any(${slugs})`
  await db.updateTable('moved_categories').set({ category_id: to }).where('slug', '=', among).execute()
}

const hasChildrenMessage = (name: string, children: string[]) =>
  `${name} has ${children.length === 1 ? 'a category' : `${children.length} categories`} in it (${children.join(', ')}). Move or delete ${children.length === 1 ? 'it' : 'them'} first.`

/** Products that were moved on since stay where they are. */
export function bringBackCategory(db: Database, actor: string, id: string): Promise<StaffCategory> {
  return transact(db, async (db, invalidate) => {
    const deleted = (await findDeleted(db, `category:${id}`, 'category.deleted')) as DeletedCategory | undefined
    if (!deleted || (await lockCategory(db, id))) throw noSuchCategory()
    const { products, movedTo, oldSlugs, slug } = deleted
    const source = movedTo === null ? undefined : await lockCategory(db, movedTo)
    if (!(await insertAgain(db, id, deleted))) return showStaffCategory(db, id)
    await moveOldSlugs(db, oldSlugs, id)
    if (source) {
      const returned = await moveProducts(db, products, { from: source.id, to: id })
      invalidate(`category:${source.slug}`, ...returned.map(product => `product:${product}` as const))
    }
    invalidate('catalog', `category:${slug}`)
    await recordAudit(db, { actor, action: 'category.restored', subject: `category:${id}` })
    return showStaffCategory(db, id)
  })
}

/** The audit log keeps the category, and where its products were moved. */
interface DeletedCategory extends CategoryFields {
  position: number
  oldSlugs: string[]
  movedTo: string | null
  products: string[]
}

/** Picture and parent are locked until the transaction ends; false when the category is there already. */
async function insertAgain(db: Transaction, id: string, deleted: DeletedCategory): Promise<boolean> {
  const { slug, position } = deleted
  const picture = (await keepPicture(db, deleted.picture)) ? deleted.picture : null
  const above = db.selectFrom('categories').select('id').where('id', '=', deleted.parent).where('parent_id', 'is', null)
  const parent = (await above.forKeyShare().executeTakeFirst())?.id ?? null
  const insert = db.insertInto('categories').values({ id, ...columnsOf({ ...deleted, picture, parent }), position })
  const { numInsertedOrUpdatedRows } = await refusingTaken(
    'category',
    insert.onConflict(conflict => conflict.column('id').doNothing()).executeTakeFirstOrThrow(),
  )
  if (!numInsertedOrUpdatedRows) return false
  await forgetMovedSlug(db, slug)
  return true
}
