import { type CollectionFields, type CollectionRule, fromCents, toCents } from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { ShopError } from '../platform/http/errors.ts'

type Row = Selectable<Tables['collections']>

export interface CollectionRow extends CollectionFields {
  _id: string
  version: number
}

export async function listCollections(db: Database): Promise<CollectionRow[]> {
  const rows = await db.selectFrom('collections').selectAll().orderBy(sql`lower(name)`).execute()
  return rows.map(toCollection)
}

export async function findCollection(
  db: Database,
  key: { id: string } | { slug: string },
): Promise<CollectionRow | undefined> {
  const all = db.selectFrom('collections').selectAll()
  const row = await ('id' in key ? all.where('id', '=', key.id) : all.where('slug', '=', key.slug)).executeTakeFirst()
  return row && toCollection(row)
}

export async function findRule(db: Database, slug: string): Promise<CollectionRule | undefined> {
  const found = await findCollection(db, { slug })
  return found && !found.isHidden ? found : undefined
}

export async function lockCollection(db: Transaction<Tables>, id: string): Promise<CollectionRow | undefined> {
  const row = await db.selectFrom('collections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toCollection(row)
}

export async function insertCollection(db: Database, id: string, fields: CollectionFields): Promise<void> {
  await refusingTaken(
    db
      .insertInto('collections')
      .values({ id, ...columnsOf(fields) })
      .execute(),
  )
}

export async function updateCollection(db: Database, id: string, fields: CollectionFields): Promise<void> {
  const changed = { ...columnsOf(fields), version: sql<number>`version + 1` }
  await refusingTaken(db.updateTable('collections').set(changed).where('id', '=', id).execute())
}

export async function deleteCollection(db: Database, id: string): Promise<void> {
  await db.deleteFrom('collections').where('id', '=', id).execute()
}

function taken(field: 'name' | 'slug') {
  const errors = { [field]: `Another collection has this ${field}.` }
  return new ShopError('conflict', `Collection ${field} already in use.`, { code: `${field}_taken`, errors })
}

async function refusingTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (violates(error, 'collections_slug_key')) throw taken('slug')
    if (violates(error, 'collections_name_key')) throw taken('name')
    throw error
  }
}

function toCollection({ id, name, slug, description, tag, version, ...row }: Row): CollectionRow {
  return {
    ...{ _id: id, name, slug, description, version, tag },
    maxPrice: row.max_price_cents === null ? null : fromCents(row.max_price_cents),
    newDays: row.new_days,
    onSale: row.on_sale,
    isHidden: row.is_hidden,
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
  }
}

const columnsOf = ({ name, slug, description, tag, ...fields }: CollectionFields) => ({
  ...{ name, slug, description, tag },
  max_price_cents: fields.maxPrice === null ? null : toCents(fields.maxPrice),
  new_days: fields.newDays,
  on_sale: fields.onSale,
  is_hidden: fields.isHidden,
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
})
