import { LONGEST_CATEGORY_NAME } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { sql, type Transaction } from 'kysely'
import type { AuditEvent } from '../audit/audit.repository.ts'
import type { Writing } from '../catalog-admin/write-product.ts'
import { type CategoryName, forgetMovedSlug, listCategoryNames } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'
import { numberedSlug } from '../products/product-slugs.repository.ts'
import { withPauses } from '../runtime/with-pauses.ts'
import { type CategoryIds, categoryIn, categoryKey } from './product-cells.ts'
import type { ProductRows } from './product-rows.ts'

/** The category of products that name none, unless the user chooses another. */
export const UNCATEGORISED = 'Uncategorised'

/** Categories that the file's products need and the shop lacks, with provisional ids for the checked rows. */
export async function nameNewCategories(db: Database, products: ProductRows[]): Promise<CategoryName[]> {
  const present = await listCategoryNames(db)
  const known = categoryIds(present)
  const added = new Map<string, CategoryName>()
  for await (const { rows, isForeign, newCategory = '' } of withPauses(products)) {
    const { category = '' } = rows[0].cells
    const isMissing = category === '' && !present.some(({ name }) => categoryKey(name) === categoryKey(UNCATEGORISED))
    const name =
      category === '' ? (isMissing ? UNCATEGORISED : '') : categoryIn(category, known, isForeign) ? '' : newCategory
    if (name === '' || added.has(categoryKey(name))) continue
    added.set(categoryKey(name), { id: newId(), name, slug: '' })
  }
  return [...added.values()]
}

export const categoryIds = (categories: CategoryName[]): CategoryIds => ({
  byName: new Map(categories.map(({ name, id }) => [categoryKey(name), id])),
  bySlug: new Map(categories.map(({ slug, id }) => [slug, id])),
})

interface Row {
  input: Record<string, unknown>
}

/** Adds missing categories and sets their ids in the rows. Before other locks and by name, against deadlocks. */
export async function addNewCategories(writing: Writing, rows: Row[]): Promise<AuditEvent[]> {
  const named = rows.flatMap(({ input }) => (typeof input.newCategory === 'string' ? [input.newCategory] : []))
  const auditEvents: AuditEvent[] = []
  for (const name of [...new Set(named)].sort()) {
    const { id, auditEvent } = await addUnlessThere(writing, name)
    if (auditEvent) auditEvents.push(auditEvent)
    for (const { input } of rows) if (input.newCategory === name) input.category = id
  }
  return auditEvents
}

/** Two imports that need the same name insert one after the other: the second finds the first one's category. */
const MOST_TRIES = 5

/** The new category is hidden while it has no active product, because the file's products may all be drafts. */
async function addUnlessThere({ db, invalidate, actor }: Writing, name: string) {
  for (let tries = 0; ; tries += 1) {
    const there = await db
      .selectFrom('categories')
      .select('id')
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .executeTakeFirst()
    if (there || tries === MOST_TRIES) return { id: there?.id }
    const id = newId()
    const input = { name, slug: await freeSlug(db, name, id) }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('categories')
      .values({ id, ...input, hides_while_empty: true })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) continue
    await forgetMovedSlug(db, input.slug)
    invalidate('catalog')
    return { id, auditEvent: { actor, action: 'category.created', subject: `category:${id}`, after: input } as const }
  }
}

/** The slug of a name, with a number when other categories have it; of a name without letters and digits the id. */
async function freeSlug(db: Transaction<Tables>, name: string, id: string): Promise<string> {
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
