import type { StaffPage, TextPageInput } from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { ShopError } from '../platform/http/errors.ts'

/** SPEC's pages have no row to lock before they are changed. */
const LOCK = 63_001

export const lockPages = (db: Transaction<Tables>) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)

export async function listPages(db: Database): Promise<StaffPage[]> {
  const rows = await db.selectFrom('pages').selectAll().orderBy(sql`lower(title)`).orderBy('id').execute()
  return rows.map(toPage)
}

export async function findPage(db: Database, key: { id: string } | { slug: string }): Promise<StaffPage | undefined> {
  const all = db.selectFrom('pages').selectAll()
  const row = await ('id' in key ? all.where('id', '=', key.id) : all.where('slug', '=', key.slug)).executeTakeFirst()
  return row && toPage(row)
}

export async function insertPage(db: Database, id: string, fields: TextPageInput): Promise<void> {
  await refusingTaken(
    db
      .insertInto('pages')
      .values({ id, ...columnsOf(fields) })
      .execute(),
  )
}

export async function updatePage(db: Database, id: string, fields: TextPageInput): Promise<void> {
  const changed = { ...columnsOf(fields), version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }
  await refusingTaken(db.updateTable('pages').set(changed).where('id', '=', id).execute())
}

export async function deletePage(db: Database, id: string): Promise<void> {
  await db.deleteFrom('pages').where('id', '=', id).execute()
}

/** Slugs are keyed by the earlier one. */
export async function listMovedPages(db: Database): Promise<Map<string, string>> {
  const moved = db.selectFrom('moved_pages').innerJoin('pages', 'pages.id', 'page_id').where('is_published', '=', true)
  const rows = await moved.select(['moved_pages.slug as earlier', 'pages.slug as present']).execute()
  return new Map(rows.map(({ earlier, present }) => [earlier, present]))
}

async function refusingTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!violates(error, 'pages_slug_key')) throw error
    const errors = { slug: 'Another page has this address.' }
    throw new ShopError('conflict', errors.slug, { code: 'slug_taken', errors })
  }
}

export async function listSizes(db: Database, addresses: string[]) {
  const rows = await db
    .selectFrom('media')
    .select(['file', 'width', 'height'])
    .where('file', 'in', [...addresses.map(address => address.replace(/^\/media\//, '')), ''])
    .execute()
  return new Map(rows.map(({ file, width, height }) => [`/media/${file}`, { width, height }]))
}

export const subjectOf = (id: string) => `page:${id}` as const

function toPage({ id, slug, title, body, version, ...row }: Selectable<Tables['pages']>): StaffPage {
  return {
    ...{ _id: id, slug, title, body, version },
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    isPublished: row.is_published,
    updatedAt: row.updated_at.toISOString(),
  }
}

const columnsOf = ({ slug, title, body, ...fields }: TextPageInput) => ({
  ...{ slug, title, body },
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
  is_published: fields.isPublished,
})
