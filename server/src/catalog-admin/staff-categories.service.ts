import type {
  BodyOf,
  Category,
  CategoryFields,
  CategoryInput,
  orderCategories,
  StaffCategory,
  updateCategory,
} from '@mela/contract'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/audit.repository.ts'
import { insertCategory } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { withInvalidation } from '../database/invalidation.ts'
import { retrying } from '../database/retrying.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { claimKey } from '../http/idempotency-keys.ts'
import { indexProducts } from '../search/index-products.ts'
import * as repository from './staff-categories.repository.ts'

type CategoryRow = NonNullable<Awaited<ReturnType<typeof repository.lockCategory>>>

/** Throws a `conflict` when its name or slug is taken (B84). A repeated idempotency key gets the category it created. */
export function addCategory(db: Database, actor: string, input: CategoryInput, key?: string): Promise<Category> {
  return withInvalidation(db, async (db, invalidate) => {
    const id = newId()
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'category', request: input, id })
    if (earlierId) return showStaffCategory(db, earlierId)

    invalidate('catalog')
    const category = await insertCategory(db, id, input)
    await recordAudit(db, { actor, action: 'category.created', subject: `category:${id}`, after: input })
    return category
  })
}

/**
 * Saves the sent fields. An earlier slug redirects to the present one, and the products are found by the new name.
 * Throws a `conflict` when the form is stale, or when name or slug are taken.
 */
export function editCategory(
  db: Database,
  actor: string,
  id: string,
  { version, ...sent }: BodyOf<typeof updateCategory>,
): Promise<StaffCategory> {
  return retrying(() =>
    withInvalidation(db, async (db, invalidate) => {
      const row = await repository.lockCategory(db, id)
      if (!row) throw noSuchCategory()
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
    }),
  )
}

async function save(db: Transaction<Tables>, row: CategoryRow, after: CategoryFields) {
  const { id, slug, name, picture_id } = row
  if (after.picture !== null && after.picture !== picture_id && !(await repository.keepPicture(db, after.picture))) {
    throw invalid({ picture: 'Media not found.' })
  }
  await repository.updateCategory(db, id, after)
  if (after.slug !== slug) await repository.moveSlug(db, { from: slug, to: { id, slug: after.slug } })
  if (after.slug === slug && after.name === name) return
  await repository.forgetWords(db, id)
  await indexProducts(db)
}

/** Refused when the caller's categories, or their order, are outdated. */
export function reorderCategories(
  db: Database,
  actor: string,
  { ids, seen }: BodyOf<typeof orderCategories>,
): Promise<StaffCategory[]> {
  return retrying(() =>
    withInvalidation(db, async (db, invalidate) => {
      const placed = await repository.lockPositions(db)
      const present = placed.map(({ id }) => id)
      if (!isSame(present, seen) || !isSame([...ids].sort(), [...present].sort())) throw staleOrder()
      if (!isSame(present, ids)) {
        const positions = placed.map(({ position }) => position)
        await repository.updatePositions(db, ids, positions)
        invalidate('catalog')
        const nameOf = new Map(placed.map(({ id, name }) => [id, name]))
        const named = (order: string[]) => ({ order: order.map(id => nameOf.get(id)).join(', ') })
        await recordAudit(db, { actor, action: 'category.reordered', before: named(present), after: named(ids) })
      }
      return repository.listStaffCategories(db)
    }),
  )
}

export async function showStaffCategory(db: Database, id: string): Promise<StaffCategory> {
  const category = await repository.findStaffCategory(db, id)
  if (!category) throw noSuchCategory()
  return category
}

export function fieldsOf({ name, slug, description, picture_id, hides_while_empty }: CategoryRow): CategoryFields {
  return { name, slug, description, picture: picture_id, hidesWhileEmpty: hides_while_empty }
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
