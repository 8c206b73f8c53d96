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
  listChildren,
  lockCategories,
  moveSlug,
  noSuchCategory,
  refuseDiscounted,
  refusingTaken,
} from './category-rows.ts'
import { lockProducts } from './product-rows.ts'
import { lockMedia } from './save-product.ts'
import { indexProducts } from './search/index-products.ts'

/** Products move first; one that is added concurrently is moved, too. Throws a `conflict` when a target is missing. */
export function removeCategory(db: Database, actor: string, id: string, moveTo: string | undefined): Promise<void> {
  return transact(db, async (db, invalidate) => {
    if (moveTo === id) throw invalid({ moveTo: 'This is the category that is deleted.' })
    const locked = await lockCategories(db, [id, moveTo])
    const [row, target] = [locked.get(id), locked.get(moveTo ?? '')]
    if (!row) throw noSuchCategory()
    if (moveTo && !target) throw invalid({ moveTo: 'Category not found.' })
    // Waits for products that are being added.
    await db.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute()
    const children = await listChildren(db, id)
    if (children.length > 0) throw conflict(hasChildrenMessage(row.name, children), 'category_in_use')
    await refuseDiscounted(db, row)
    const products = db.selectFrom('products').where('category_id', '=', id).where('deleted_at', 'is', null)
    const count = await countRows(products)
    if (count > 0 && !target) {
      const counted = count === 1 ? '1 product' : `${count} products`
      throw conflict(`${row.name} has ${counted}. Choose where to move them.`, 'category_in_use')
    }

    const moved = await empty(db, invalidate, row, target)
    const oldSlugs = target ? await moveSlugs(db, row, target) : []
    await db.deleteFrom('categories').where('id', '=', id).execute()
    invalidate('catalog', `category:${row.slug}`)
    const before: DeletedCategory = { ...fieldsOf(row), position: row.position, oldSlugs, ...moved }
    await recordAudit(db, { actor, action: 'category.deleted', subject: `category:${id}`, before })
  })
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

async function moveSlugs(db: Transaction, { id, slug }: CategoryRow, target: CategoryRow): Promise<string[]> {
  const earlier = db.updateTable('moved_categories').set({ category_id: target.id }).where('category_id', '=', id)
  const rows = await earlier.returning('slug').execute()
  await moveSlug(db, { from: slug, to: target })
  return rows.map(({ slug }) => slug)
}

const hasChildrenMessage = (name: string, children: string[]) =>
  `${name} has ${children.length === 1 ? 'a category' : `${children.length} categories`} in it (${children.join(', ')}). Move or delete ${children.length === 1 ? 'it' : 'them'} first.`

/** Products that were moved on since stay where they are. */
export function bringBackCategory(db: Database, actor: string, id: string): Promise<StaffCategory> {
  return transact(db, async (db, invalidate) => {
    const deleted = (await findDeleted(db, `category:${id}`, 'category.deleted')) as DeletedCategory | undefined
    const locked = await lockCategories(db, [id, deleted?.movedTo])
    if (!deleted || locked.has(id)) throw noSuchCategory()
    const { products, movedTo, oldSlugs, slug } = deleted
    const source = locked.get(movedTo ?? '')
    await insertAgain(db, id, deleted)
    const earlier = db.updateTable('moved_categories').set({ category_id: id })
    await earlier.where('slug', '=', sql<string>`any(${oldSlugs})`).execute()
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

/** Picture and parent are locked until the transaction ends. */
async function insertAgain(db: Transaction, id: string, deleted: DeletedCategory): Promise<void> {
  const { slug, position } = deleted
  const [picture = null] = await lockMedia(db, [deleted.picture])
  const above = db.selectFrom('categories').select('id').where('id', '=', deleted.parent).where('parent_id', 'is', null)
  const parent = (await above.forKeyShare().executeTakeFirst())?.id ?? null
  const insert = db.insertInto('categories').values({ id, ...columnsOf({ ...deleted, picture, parent }), position })
  await refusingTaken('category', insert.execute())
  await forgetMovedSlug(db, slug)
}
