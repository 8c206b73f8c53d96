import type { StaffCategory } from '@mela/contract'
import type { Transaction } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid } from '../platform/http/errors.ts'
import { fieldsOf, noSuchCategory, showStaffCategory } from './save-category.ts'
import { indexProducts } from './search/index-products.ts'
import {
  countProducts,
  deleteCategory,
  findDeletion,
  findFirstOther,
  insertAgain,
  listChildren,
  listOldSlugs,
  listProductIds,
  lockCategory,
  lockCategoryWhole,
  moveOldSlugs,
  moveProducts,
  moveSlug,
} from './staff-category-rows.ts'
import { lockProducts } from './staff-product-rows.ts'

type CategoryRow = NonNullable<Awaited<ReturnType<typeof lockCategory>>>

/** Products move first; one that is added concurrently is moved, too. Throws a `conflict` when a target is missing. */
export function removeCategory(db: Database, actor: string, id: string, moveTo: string | undefined): Promise<void> {
  return transact(db, async (db, invalidate) => {
    if (moveTo === id) throw invalid({ moveTo: 'This is the category that is deleted.' })
    // Sorted, so that two admins who delete each other's target do not deadlock.
    const locked = new Map<string, CategoryRow>()
    for (const key of [id, ...(moveTo ? [moveTo] : [])].sort()) {
      const row = await (key === id ? lockCategoryWhole(db, key) : lockCategory(db, key))
      if (row) locked.set(key, row)
    }
    const row = locked.get(id)
    if (!row) throw noSuchCategory()
    if (moveTo && !locked.has(moveTo)) throw invalid({ moveTo: 'Category not found.' })

    const children = await listChildren(db, id)
    if (children.length > 0) throw conflict(hasChildrenMessage(row.name, children), 'category_in_use')
    const target = locked.get(moveTo ?? '')
    const count = await countProducts(db, id)
    if (count > 0 && !target)
      throw conflict(`${row.name} has ${counted(count)}. Choose where to move them.`, 'category_in_use')
    const moved = await empty(db, invalidate, row, target)
    const oldSlugs = await listOldSlugs(db, id)
    if (target) await redirectSlugs(db, [row.slug, ...oldSlugs], row.slug, target)
    await deleteCategory(db, id)
    invalidate('catalog', `category:${row.slug}`)
    const before = { ...fieldsOf(row), position: row.position, oldSlugs, ...moved }
    await recordAudit(db, { actor, action: 'category.deleted', subject: `category:${id}`, before })
  })
}

async function empty(
  db: Transaction<Tables>,
  invalidate: Invalidate,
  { id, slug }: CategoryRow,
  target: CategoryRow | undefined,
) {
  const products = await listProductIds(db, id)
  if (products.length === 0) return { movedTo: target?.id ?? null, products }
  // All of them are deleted: they only need a category in case they are restored.
  const to = target?.id ?? (await findFirstOther(db, id))
  if (to === undefined)
    throw conflict('The last category stays while deleted products belong to it.', 'category_in_use')

  await lockProducts(db, products)
  await moveProducts(db, products, { from: id, to })
  await indexProducts(db)
  invalidate(`category:${slug}`, ...products.map(product => `product:${product}` as const))
  if (target) invalidate(`category:${target.slug}`)
  return { movedTo: to, products }
}

/** A deleted category's slugs keep working. */
async function redirectSlugs(db: Transaction<Tables>, slugs: string[], present: string, target: CategoryRow) {
  await moveSlug(db, { from: present, to: target })
  await moveOldSlugs(db, slugs, target.id)
}

/** Products that were moved on since stay where they are. */
export function bringBackCategory(db: Database, actor: string, id: string): Promise<StaffCategory> {
  return transact(db, async (db, invalidate) => {
    const deleted = await findDeletion(db, id)
    if (!deleted) throw noSuchCategory()
    const { products, movedTo, oldSlugs, slug } = deleted
    const source = movedTo === null ? undefined : await lockCategory(db, movedTo)
    if (!(await insertAgain(db, id, deleted))) return showStaffCategory(db, id)
    await moveOldSlugs(db, oldSlugs, id)
    if (source) {
      await lockProducts(db, products)
      const returned = await moveProducts(db, products, { from: source.id, to: id })
      await indexProducts(db)
      invalidate(`category:${source.slug}`, ...returned.map(product => `product:${product}` as const))
    }
    invalidate('catalog', `category:${slug}`)
    await recordAudit(db, { actor, action: 'category.restored', subject: `category:${id}` })
    return showStaffCategory(db, id)
  })
}

const hasChildrenMessage = (name: string, children: string[]) =>
  `${name} has ${children.length === 1 ? 'a category' : `${children.length} categories`} in it (${children.join(', ')}). Move or delete ${children.length === 1 ? 'it' : 'them'} first.`

const counted = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
