import type { BodyOf, Calls, CategoryFields, StaffCategory } from '@mela/contract'
import { sql } from 'kysely'
import { applyChanges, refuseStale } from '../platform/audit/apply-changes.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { listStaffCategories, showStaffCategory } from './categories.ts'
import {
  byPosition,
  type CategoryRow,
  columnsOf,
  fieldsOf,
  forgetMovedSlug,
  listChildren,
  lockCategories,
  moveSlug,
  noSuchCategory,
  refusingTaken,
} from './category-rows.ts'
import { lockMedia } from './save-product.ts'
import { indexProducts } from './search/index-products.ts'

export function addCategory(
  db: Database,
  actor: string,
  input: BodyOf<Calls['POST /categories']>,
  key?: string,
): Promise<StaffCategory> {
  return transact(db, async (db, invalidate) => {
    const id = newId()
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'category', request: input, id })
    if (earlierId) return showStaffCategory(db, earlierId)

    const { parent = null, ...fields } = input
    if (parent) requireParent(await lockCategories(db, [parent]), parent)
    const inserted = db.insertInto('categories').values({ id, ...fields, parent_id: parent })
    await refusingTaken('category', inserted.execute())
    await forgetMovedSlug(db, input.slug)
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'category.created', subject: `category:${id}`, after: input })
    return showStaffCategory(db, id)
  })
}

/** Throws a `conflict` when the form is stale, or when name or slug are taken. */
export function editCategory(
  db: Database,
  actor: string,
  id: string,
  { version, ...sent }: Partial<CategoryFields> & { version?: number | undefined },
): Promise<StaffCategory> {
  return transact(db, async (db, invalidate) => {
    if (sent.parent === id) throw invalid({ parent: 'A category cannot be in itself.' })
    const locked = await lockCategories(db, [id, sent.parent])
    const row = locked.get(id)
    if (!row) throw noSuchCategory()
    if (sent.parent) requireParent(locked, sent.parent)
    refuseStale(version, row.version)

    const { after, changed, states } = applyChanges(fieldsOf(row), sent)
    if (changed.length > 0) {
      await save(db, row, after)
      invalidate('catalog', `category:${row.slug}`, `category:${after.slug}`)
      await recordAudit(db, { actor, action: 'category.updated', subject: `category:${id}`, ...states })
    }
    return showStaffCategory(db, id)
  })
}

async function save(db: Transaction, row: CategoryRow, after: CategoryFields) {
  const { id, slug, name, picture_id } = row
  const isOtherPicture = after.picture !== null && after.picture !== picture_id
  if (isOtherPicture && !(await lockMedia(db, [after.picture])).size) throw invalid({ picture: 'Media not found.' })
  if (after.parent !== null && after.parent !== row.parent_id) await refuseThirdLevel(db, row)
  const columns = { ...columnsOf(after), version: sql<number>`version + 1` }
  await refusingTaken('category', db.updateTable('categories').set(columns).where('id', '=', id).execute())
  if (after.slug !== slug) await moveSlug(db, { from: slug, to: { id, slug: after.slug } })
  if (after.slug === slug && after.name === name && after.parent === row.parent_id) return
  await clearTerms(db, id)
  await indexProducts(db)
}

function requireParent(locked: Map<string, CategoryRow>, id: string): void {
  const parent = locked.get(id)
  if (!parent) throw invalid({ parent: 'Category not found.' })
  if (parent.parent_id !== null) throw invalid({ parent: `${parent.name} is in another category itself.` })
}

async function refuseThirdLevel(db: Transaction, { id, name }: CategoryRow): Promise<void> {
  const children = await listChildren(db, id)
  if (children.length > 0) throw invalid({ parent: `${name} has categories of its own: ${children.join(', ')}.` })
}

/** Products are found by the names and the slugs of their category and its parent. */
async function clearTerms(db: Transaction, categoryId: string): Promise<void> {
  await sql`
    update product_index set terms = null
    where category_number in (select number from categories where ${categoryId} in (id, parent_id))`.execute(db)
}

/** Refused when the caller's order is outdated. */
export function reorderCategories(
  db: Database,
  actor: string,
  { ids, seen }: BodyOf<Calls['PUT /categories/order']>,
): Promise<StaffCategory[]> {
  return transact(db, async (db, invalidate) => {
    await db.selectFrom('categories').select('id').orderBy('id').forNoKeyUpdate().execute()
    const placed = await db.selectFrom('categories').select(['id', 'name', 'position']).orderBy(byPosition).execute()
    const present = placed.map(({ id }) => id)
    if (!isSame(present, seen) || !isSame([...ids].sort(), [...present].sort()))
      throw conflict('The categories were changed by someone else. Please reload.', 'version_conflict')
    if (!isSame(present, ids)) {
      const positions = placed.map(({ position }) => position)
      await sql`
        update categories set position = given.position
        from unnest(${ids}::text[], ${positions}::int[]) as given (id, position)
        where categories.id = given.id and categories.position <> given.position`.execute(db)
      invalidate('catalog')
      const nameOf = new Map(placed.map(({ id, name }) => [id, name]))
      const named = (order: string[]) => ({ order: order.map(id => nameOf.get(id)).join(', ') })
      await recordAudit(db, { actor, action: 'category.reordered', before: named(present), after: named(ids) })
    }
    return listStaffCategories(db)
  })
}

const isSame = (one: string[], other: string[]) => one.join() === other.join()
