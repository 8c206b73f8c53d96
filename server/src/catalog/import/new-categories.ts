import { LONGEST_CATEGORY_NAME } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { sql } from 'kysely'
import type { AuditEvent } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'
import { type CategoryName, listCategoryNames } from '../categories.ts'
import { forgetMovedSlug } from '../category-rows.ts'
import { numberedSlug } from '../product-slugs.ts'
import type { Writing } from '../save-product.ts'
import { categoryIds, categoryIn, categoryKey, type ProductRows } from './product-cells.ts'

/** Products that name no category go here, unless the user chooses another. */
export const UNCATEGORISED = 'Uncategorised'

export interface NewCategory extends CategoryName {
  parent?: string
  /** The shop does not put it where the file does. */
  isFlat?: boolean
}

/** Checked rows refer to provisional ids. */
export async function nameNewCategories(db: Database, products: ProductRows[]): Promise<NewCategory[]> {
  const present = await listCategoryNames(db)
  const known = categoryIds(present)
  const wanted = new Map<string, { name: string; parents: Map<string, string> }>()
  for await (const product of withPauses(products)) {
    const { newCategory = '', newParent } = product
    const { category = '' } = product.rows[0].cells
    if (category !== '' && categoryIn(category, known, product)) continue
    const name = category === '' ? UNCATEGORISED : newCategory
    const key = categoryKey(name)
    if (name === '' || (category === '' && known.byName.has(key))) continue
    const one = wanted.get(key) ?? { name, parents: new Map() }
    wanted.set(key, one)
    if (category !== '' && newParent) one.parents.set(categoryKey(newParent), newParent)
  }
  return placed(wanted, known, new Set(await listChildKeys(db)))
}

/** There are two levels, so a parent must be in none. */
function placed(
  wanted: Map<string, { name: string; parents: Map<string, string> }>,
  known: ReturnType<typeof categoryIds>,
  children: Set<string>,
): NewCategory[] {
  const all = [...wanted.values()]
  const above = new Map(all.flatMap(({ parents }) => (parents.size === 1 ? [...parents] : [])))
  const added = new Map<string, NewCategory>()
  for (const [key, { name, parents }] of wanted) {
    const [[parentKey, parent] = ['', '']] = parents
    const isIn = parents.size === 1 && parentKey !== key && !above.has(key) && !children.has(parentKey)
    if (isIn && !known.byName.has(parentKey) && !added.has(parentKey))
      added.set(parentKey, { id: newId(), name: wanted.get(parentKey)?.name ?? parent, slug: '' })
    const placedIn = isIn ? { parent } : { isFlat: parents.size > 0 }
    added.set(key, { ...(added.get(key) ?? { id: newId(), name, slug: '' }), ...placedIn })
  }
  return [...added.values()]
}

async function listChildKeys(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('categories').select('name').where('parent_id', 'is not', null).execute()
  return rows.map(({ name }) => categoryKey(name))
}

interface Row {
  input: Record<string, unknown>
}

/** Names are locked first and in order, against deadlocks. */
export async function addNewCategories(writing: Writing, rows: Row[]): Promise<AuditEvent[]> {
  const parents = new Map<unknown, string>()
  const auditEvents: AuditEvent[] = []
  for (const name of namesIn(rows, 'newParent')) {
    const found = await findOrAdd(writing, auditEvents, name)
    if (found && !found.parent_id) parents.set(name, found.id)
  }
  for (const name of namesIn(rows, 'newCategory')) {
    const inIt = rows.filter(({ input }) => input.newCategory === name)
    const found = await findOrAdd(writing, auditEvents, name, parents.get(inIt[0]?.input.newParent))
    for (const { input } of inIt) input.category = found?.id
  }
  return auditEvents
}

const namesIn = (rows: Row[], field: 'newCategory' | 'newParent') =>
  [...new Set(rows.flatMap(({ input: { [field]: name } }) => (typeof name === 'string' ? [name] : [])))].sort()

/** Two imports that need the same name insert one after the other: the second finds the first one's category. */
const MOST_TRIES = 5

/** It is hidden while it has no active product, because the file's products may all be drafts. */
async function findOrAdd({ db, invalidate, actor }: Writing, events: AuditEvent[], name: string, parent?: string) {
  for (let tries = 0; ; tries += 1) {
    const found = await db
      .selectFrom('categories')
      .select(['id', 'parent_id'])
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .forKeyShare()
      .executeTakeFirst()
    if (found || tries === MOST_TRIES) return found
    const id = newId()
    const input = { name, slug: await freeSlug(db, name, id), ...(parent && { parent }) }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('categories')
      .values({ id, name, slug: input.slug, parent_id: parent ?? null, hides_while_empty: true })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) continue
    await forgetMovedSlug(db, input.slug)
    invalidate('catalog')
    events.push({ actor, action: 'category.created', subject: `category:${id}`, after: input })
    return { id, parent_id: parent ?? null }
  }
}

/** A number makes a taken slug free; a name of no letters and digits has the id. */
async function freeSlug(db: Transaction, name: string, id: string): Promise<string> {
  const slug = makeSlug(name) || id
  const rows = await db
    .selectFrom('categories')
    .select('slug')
    .where('slug', 'like', `${slug.slice(0, LONGEST_CATEGORY_NAME - 6)}%`)
    .execute()
  const taken = new Set(rows.map(row => row.slug))
  for (let number = 1; ; number += 1) {
    const numbered = numberedSlug(slug, number === 1 ? '' : `-${number}`, LONGEST_CATEGORY_NAME)
    if (!taken.has(numbered)) return numbered
  }
}
