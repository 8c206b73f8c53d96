import type { LibraryMedia, ListQuery, Media, MediaUse } from '@mela/contract'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findIds } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { mediaFields } from './media-rows.ts'

export async function listMedia(db: Database, query: ListQuery): Promise<{ rows: LibraryMedia[]; total: number }> {
  const { ids, total } = await findIds(db, query, holds =>
    db
      .selectFrom('media')
      .select('media.id')
      .where(({ and }) => and(holds(sql<string>`folded(media.name)`))),
  )
  const rows = await db
    .selectFrom('media')
    .select(mediaFields)
    .select(eb => [
      usedBy(eb).$asScalar().$notNull().as('usedBy'),
      categoriesWith(eb).as('categories'),
      pagesWith(eb).as('pages'),
      eb
        .exists(
          eb
            .selectFrom('settings')
            .select('id')
            .where(names(eb.ref('media.id')), '>', 0),
        )
        .$castTo<boolean>()
        .as('isOfShop'),
    ])
    .where('media.id', '=', sql<string>`any(${ids})`)
    .orderBy('media.id', 'desc')
    .execute()
  return { rows, total }
}

export async function listGallery(db: Database, ids: string[]): Promise<Media[]> {
  const rows = await db.selectFrom('media').select(mediaFields).where('id', '=', sql<string>`any(${ids})`).execute()
  const found = new Map(rows.map(media => [media._id, media]))
  return ids.flatMap(id => found.get(id) ?? [])
}

/** More than the dialog before a deletion can name. */
const USES_SHOWN = 20

export async function listUses(db: Database, id: string): Promise<MediaUse[]> {
  return db
    .selectFrom('products')
    .select(['id as _id', 'name', 'is_active as isActive'])
    .where(({ eb, or }) => or([eb('thumbnail_id', '=', id), eb('id', '=', inGallery(id))]))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(USES_SHOWN)
    .execute()
}

/** No product can use the picture until the transaction ends. */
export async function lockMedia(db: Transaction<Tables>, id: string) {
  return db.selectFrom('media').select(['name', 'file']).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Answers ids of products, deleted ones included. */
export async function takeFromProducts(db: Transaction<Tables>, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where(({ eb, or }) => or([eb('thumbnail_id', '=', id), eb('id', '=', inGallery(id))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  await db
    .updateTable('products')
    .set({
      thumbnail_id: sql`case when thumbnail_id <> ${id} then thumbnail_id end`,
      version: sql`version + 1`,
    })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  await db.deleteFrom('product_gallery').where('media_id', '=', id).execute()
  return ids
}

export async function deleteMedia(db: Transaction<Tables>, id: string): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}

export async function isOfShop(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('settings').select('id').where(names(id), '>', 0).executeTakeFirst()) !== undefined
}

export async function isFileUsed(db: Database, file: string): Promise<boolean> {
  const row = await db.selectFrom('media').select('id').where('file', '=', file).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The planner can use both indexes for an array of ids. */
const inGallery = (id: string) => sql<string>`any(array(select product_id from product_gallery where media_id = ${id}))`

const names = (id: unknown) => sql<number>`strpos(changes::text, ${id})`

const categoriesWith = (eb: ExpressionBuilder<Tables, 'media'>) =>
  sql<string[]>`array(${eb
    .selectFrom('categories')
    .select('name')
    .whereRef('picture_id', '=', 'media.id')
    .orderBy('name')})`

const pagesWith = (eb: ExpressionBuilder<Tables, 'media'>) =>
  sql<string[]>`array(${eb
    .selectFrom('pages')
    .select('title')
    .where(sql<number>`strpos(body, '/media/' || ${eb.ref('media.file')})`, '>', 0)
    .orderBy('title')})`

const usedBy = (eb: ExpressionBuilder<Tables, 'media'>) =>
  eb
    .selectFrom(
      eb
        .selectFrom('products')
        .select('products.id')
        .whereRef('products.thumbnail_id', '=', 'media.id')
        .where('products.deleted_at', 'is', null)
        .union(
          eb
            .selectFrom('product_gallery')
            .innerJoin('products', 'products.id', 'product_gallery.product_id')
            .select('products.id')
            .whereRef('product_gallery.media_id', '=', 'media.id')
            .where('products.deleted_at', 'is', null),
        )
        .as('users'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
