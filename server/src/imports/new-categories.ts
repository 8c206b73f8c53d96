import { categoryInput, slugOf } from '@mela/contract'
import { sql } from 'kysely'
import type { AuditEvent } from '../audit/audit.repository.ts'
import type { Writing } from '../catalog-admin/write-product.ts'
import { type CategoryName, forgetMovedSlug, listCategoryNames } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { withPauses } from '../runtime/with-pauses.ts'
import { categoryIn } from './product-cells.ts'
import type { ProductRows } from './product-rows.ts'

/** Categories that the file's products need and the shop lacks, with provisional ids for the checked rows. */
export async function nameNewCategories(db: Database, products: ProductRows[]): Promise<CategoryName[]> {
  const known = categoryIdsByName(await listCategoryNames(db))
  const added: CategoryName[] = []
  for await (const { rows, newCategory: name = '' } of withPauses(products)) {
    if (!isName(name) || categoryIn(rows[0].cells.category ?? '', known)) continue
    const id = newId()
    known.set(name.toLowerCase(), id)
    added.push({ id, ...fieldsOf(name, id) })
  }
  return added
}

export const categoryIdsByName = (categories: CategoryName[]) =>
  new Map(categories.flatMap(({ name, slug, id }) => [[name.toLowerCase(), id] as const, [slug, id] as const]))

const isName = (text: string) => categoryInput.shape.name.safeParse(text).success

/** The slug of a name without Latin letters is the id. */
const fieldsOf = (name: string, id: string) => categoryInput.parse({ name, slug: slugOf(name).replace(/^-+$/, id) })

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

/** The new category is hidden while it has no active product, because the file's products may all be drafts. */
async function addUnlessThere({ db, invalidate, actor }: Writing, name: string) {
  const id = newId()
  const input = fieldsOf(name, id)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('categories')
    .values({ id, ...input, hides_while_empty: true })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) {
    await forgetMovedSlug(db, input.slug)
    invalidate('catalog')
    return { id, auditEvent: { actor, action: 'category.created', subject: `category:${id}`, after: input } as const }
  }
  const there = await db
    .selectFrom('categories')
    .select('id')
    .where(({ or, eb }) => or([eb(sql`lower(name)`, '=', name.toLowerCase()), eb('slug', '=', input.slug)]))
    .orderBy(sql`lower(name) = ${name.toLowerCase()}`, 'desc')
    .executeTakeFirst()
  return { id: there?.id }
}
