import type { CategoryFields } from '@mela/contract'
import { type Selectable, sql } from 'kysely'
import { violates } from '../platform/database/constraints.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, invalid, notFound, ShopError } from '../platform/http/errors.ts'

export type CategoryRow = Selectable<Tables['categories']>

/** Products may still be added to them. In one order, so that admins who name each other's categories do not deadlock. */
export async function lockCategories(db: Transaction, ids: (string | null | undefined)[]) {
  const among = db.selectFrom('categories').selectAll().where('id', '=', sql<string>`any(${ids})`)
  const rows = await among.orderBy('id').forNoKeyUpdate().execute()
  return new Map(rows.map(row => [row.id, row]))
}

export async function listChildren(db: Transaction, id: string): Promise<string[]> {
  const children = db.selectFrom('categories').select('name').where('parent_id', '=', id).orderBy('position')
  return (await children.execute()).map(({ name }) => name)
}

/**
 * Throws a `conflict` that names discounts and sales for this category or collection, which would go on without
 * products. A running sale has chosen its own.
 */
export async function refuseDiscounted(db: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const { rows } = await sql<{ used: string }>`
    select format('discount “%s”', name) as used from discounts
    where ${id} = any(target_ids) and deleted_at is null and (ends_at > now()) is not false
      and uses < coalesce(limit_in_all, uses + 1)
    union all
    select format('planned sale “%s”', name) from planned_prices where state = 'planned' and target->'ids' ? ${id}
    order by used`.execute(db)
  if (rows.length === 0) return
  const used = rows.map(({ used }) => used).join(', ')
  throw conflict(`These are for ${name}: ${used}. Please change or delete them first.`)
}

export async function moveSlug(db: Transaction, { from, to }: { from: string; to: { id: string; slug: string } }) {
  await forgetMovedSlug(db, to.slug)
  await db
    .insertInto('moved_categories')
    .values({ slug: from, category_id: to.id })
    .onConflict(conflict => conflict.column('slug').doUpdateSet({ category_id: to.id }))
    .execute()
}

export async function forgetMovedSlug(db: Database, slug: string): Promise<void> {
  await db.deleteFrom('moved_categories').where('slug', '=', slug).execute()
}

export function fieldsOf({ name, slug, description, ...row }: CategoryRow): CategoryFields {
  return {
    ...{ name, slug, description, picture: row.picture_id, parent: row.parent_id },
    ...{ hidesWhileEmpty: row.hides_while_empty, isHidden: row.is_hidden },
    ...{ seoTitle: row.seo_title, seoDescription: row.seo_description },
  }
}

export const columnsOf = ({ name, slug, description, ...fields }: CategoryFields) => ({
  ...{ name, slug, description },
  picture_id: fields.picture,
  parent_id: fields.parent,
  hides_while_empty: fields.hidesWhileEmpty,
  is_hidden: fields.isHidden,
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
})

export const noSuchCategory = () => notFound('Category not found.')

/** Throws a `conflict` when the name or the slug is another one's, and when the parent is none. */
export async function refusingTaken<Result>(kind: 'category' | 'collection', write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (violates(error, 'categories_parent_fkey'))
      throw invalid({ parent: 'A category can be in one that is in none.' })
    const table = kind === 'category' ? 'categories' : 'collections'
    if (violates(error, `${table}_pkey`)) throw conflict(`This ${kind} is there already.`)
    const field = (['slug', 'name'] as const).find(field => violates(error, `${table}_${field}_key`))
    if (!field) throw error
    const errors = { [field]: `Another ${kind} has this ${field}.` }
    const message = `${kind === 'category' ? 'Category' : 'Collection'} ${field} already in use.`
    throw new ShopError('conflict', message, { code: `${field}_taken`, errors })
  }
}

export const byPosition = sql`coalesce((select parent.position from categories as parent where parent.id = categories.parent_id),
  categories.position), categories.parent_id is not null, categories.position`
