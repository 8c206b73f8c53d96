import type {
  BodyOf,
  Category,
  CategoryFields,
  NewCategory,
  orderCategories,
  StaffCategory,
  updateCategory,
} from '@mela/contract'
import type { Transaction } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { insertCategory } from './categories.ts'
import { indexProducts } from './search/index-products.ts'
import * as staffCategories from './staff-category-rows.ts'

type CategoryRow = NonNullable<Awaited<ReturnType<typeof staffCategories.lockCategory>>>

export function addCategory(db: Database, actor: string, input: NewCategory, key?: string): Promise<Category> {
  return transact(db, async (db, invalidate) => {
    const id = newId()
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'category', request: input, id })
    if (earlierId) return showStaffCategory(db, earlierId)

    if (input.parent) await requireParent(db, input.parent)
    invalidate('catalog')
    const category = await insertCategory(db, id, input)
    await recordAudit(db, { actor, action: 'category.created', subject: `category:${id}`, after: input })
    return category
  })
}

/** Throws a `conflict` when the form is stale, or when name or slug are taken. */
export function editCategory(
  db: Database,
  actor: string,
  id: string,
  { version, ...sent }: BodyOf<typeof updateCategory>,
): Promise<StaffCategory> {
  return transact(db, async (db, invalidate) => {
    const row = await lockWithParent(db, id, sent.parent ?? undefined)
    if (version !== undefined && version !== row.version) throw staleForm()

    const before = fieldsOf(row)
    const after = { ...before, ...withoutGaps(sent) }
    const changed = changedKeys(before, after)
    if (changed.length > 0) {
      await save(db, row, after)
      invalidate('catalog', `category:${row.slug}`, `category:${after.slug}`)
      const change = { before: pick(before, changed), after: pick(after, changed) }
      await recordAudit(db, { actor, action: 'category.updated', subject: `category:${id}`, ...change })
    }
    return showStaffCategory(db, id)
  })
}

async function save(db: Transaction<Tables>, row: CategoryRow, after: CategoryFields) {
  const { id, slug, name, picture_id } = row
  if (
    after.picture !== null &&
    after.picture !== picture_id &&
    !(await staffCategories.keepPicture(db, after.picture))
  ) {
    throw invalid({ picture: 'Media not found.' })
  }
  if (after.parent !== null && after.parent !== row.parent_id) await refuseThirdLevel(db, row)
  await staffCategories.updateCategory(db, id, after)
  if (after.slug !== slug) await staffCategories.moveSlug(db, { from: slug, to: { id, slug: after.slug } })
  if (after.slug === slug && after.name === name && after.parent === row.parent_id) return
  await staffCategories.clearTerms(db, id)
  await indexProducts(db)
}

/** Two admins may make each the other's parent, so ids are locked in order. */
async function lockWithParent(db: Transaction<Tables>, id: string, parent: string | undefined): Promise<CategoryRow> {
  if (parent === id) throw invalid({ parent: 'A category cannot be in itself.' })
  let row: CategoryRow | undefined
  for (const key of [id, ...(parent ? [parent] : [])].sort()) {
    if (key === parent) await requireParent(db, parent)
    else row = await staffCategories.lockCategory(db, key)
  }
  if (!row) throw noSuchCategory()
  return row
}

async function requireParent(db: Transaction<Tables>, id: string): Promise<void> {
  const parent = await staffCategories.lockCategory(db, id)
  if (!parent) throw invalid({ parent: 'Category not found.' })
  if (parent.parent_id !== null) throw invalid({ parent: `${parent.name} is in another category itself.` })
}

async function refuseThirdLevel(db: Transaction<Tables>, { id, name }: CategoryRow): Promise<void> {
  const children = await staffCategories.listChildren(db, id)
  if (children.length > 0) throw invalid({ parent: `${name} has categories of its own: ${children.join(', ')}.` })
}

/** Refused when the caller's order is outdated. */
export function reorderCategories(
  db: Database,
  actor: string,
  { ids, seen }: BodyOf<typeof orderCategories>,
): Promise<StaffCategory[]> {
  return transact(db, async (db, invalidate) => {
    const placed = await staffCategories.lockPositions(db)
    const present = placed.map(({ id }) => id)
    if (!isSame(present, seen) || !isSame([...ids].sort(), [...present].sort())) throw staleOrder()
    if (!isSame(present, ids)) {
      const positions = placed.map(({ position }) => position)
      await staffCategories.updatePositions(db, ids, positions)
      invalidate('catalog')
      const nameOf = new Map(placed.map(({ id, name }) => [id, name]))
      const named = (order: string[]) => ({ order: order.map(id => nameOf.get(id)).join(', ') })
      await recordAudit(db, { actor, action: 'category.reordered', before: named(present), after: named(ids) })
    }
    return staffCategories.listStaffCategories(db)
  })
}

export async function showStaffCategory(db: Database, id: string): Promise<StaffCategory> {
  const category = await staffCategories.findStaffCategory(db, id)
  if (!category) throw noSuchCategory()
  return category
}

export function fieldsOf({ name, slug, description, ...row }: CategoryRow): CategoryFields {
  return {
    ...{ name, slug, description, picture: row.picture_id, parent: row.parent_id },
    ...{ hidesWhileEmpty: row.hides_while_empty, isHidden: row.is_hidden },
    ...{ seoTitle: row.seo_title, seoDescription: row.seo_description },
  }
}

const withoutGaps = (sent: object): Partial<CategoryFields> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

const changedKeys = (before: CategoryFields, after: CategoryFields) =>
  (Object.keys(after) as (keyof CategoryFields)[]).filter(key => before[key] !== after[key])

const pick = (fields: CategoryFields, keys: (keyof CategoryFields)[]) =>
  Object.fromEntries(keys.map(key => [key, fields[key]]))

const isSame = (one: string[], other: string[]) => one.join() === other.join()

export const noSuchCategory = () => notFound('Category not found.')
const staleForm = () => conflict('This item was changed by someone else. Please reload.', 'version_conflict')
const staleOrder = () => conflict('The categories were changed by someone else. Please reload.', 'version_conflict')
