import { LONGEST_CATEGORY_NAME } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { sql } from 'kysely'
import type { AuditEvent } from '../../platform/audit/audit-log.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { CategoryName } from '../categories.ts'
import { forgetMovedSlug } from '../category-rows.ts'
import { numberedSlug } from '../product-slugs.ts'
import type { Writing } from '../save-product.ts'

/** Products that name no category go here, unless the user chooses another. */
export const UNCATEGORISED = 'Uncategorised'

export interface NewCategory extends CategoryName {
  parent?: string
  /** The shop does not put it where the file does. */
  isFlat?: boolean
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
