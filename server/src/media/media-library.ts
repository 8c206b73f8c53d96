import {
  EMAIL_FORMATS,
  type LibraryMedia,
  type ListQuery,
  type Media,
  type MediaUse,
  PICTURE_WIDTHS,
  pictureUrl,
} from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { findIds, inOrder, newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import type { FileStore } from './file-store.ts'
import { mediaFields } from './media-rows.ts'
import type { PictureMaker } from './picture-maker.ts'
import type { StoredPicture } from './pictures.ts'

interface NewPicture {
  bytes: Buffer
  name: string
  alt: string
  actor: string | null
  use?: 'picture' | 'logo' | undefined
}

interface Storage {
  files: FileStore
  pictures: PictureMaker
}

export const storePicture = async (db: Database, storage: Storage, picture: NewPicture): Promise<Media> =>
  (await addPicture(db, storage, picture)).media

/** Files are stored first; `isFirst` says that it was the first of moving pictures. */
export async function addPicture(
  db: Database,
  { files, pictures }: Storage,
  { bytes, actor, use = 'picture', name, alt }: NewPicture,
): Promise<{ media: Media; isFirst: boolean }> {
  const { isFirst = false, ...stored } = await pictures.makePicture(bytes, use)
  const inserted = transact(db, async db => {
    const media = await insertMedia(db, { ...stored, name, alt })
    const after = { name, url: media.url }
    await recordAudit(db, { actor, action: 'media.uploaded', subject: `media:${media._id}`, after })
    return media
  })
  const media = await inserted.catch(async error => {
    // The files are useless when the row cannot be written, as when the database is full.
    await removeUnusedFiles(db, files, stored.file).catch(() => {})
    throw error
  })
  // An equal picture may have been deleted meanwhile, with its files.
  if (!(await files.has(stored.file))) await pictures.makePicture(bytes, use)
  return { media, isFirst }
}

/** No product can use the picture while it is deleted. */
export async function deletePicture(db: Database, files: FileStore, actor: string, id: string): Promise<void> {
  const file = await transact(db, async (db, invalidate) => {
    const found = db.selectFrom('media').select(['name', 'file']).where('id', '=', id)
    const media = await found.forUpdate().executeTakeFirst()
    if (!media) throw notFound('Media not found.')
    const products = await takeFromProducts(db, id)
    await db.deleteFrom('media').where('id', '=', id).execute()
    const named = db.selectFrom('settings').select('id').where(isNamedIn(id))
    if (await named.executeTakeFirst()) invalidate('shop')
    invalidate('catalog', ...products.map(id => `product:${id}` as const))
    const before = { name: media.name, products }
    await recordAudit(db, { actor, action: 'media.deleted', subject: `media:${id}`, before })
    return media.file
  })
  await removeUnusedFiles(db, files, file)
}

/** No equal picture can be added between the check and the removal. */
export async function removeUnusedFiles(db: Database, files: FileStore, file: string): Promise<void> {
  await transact(db, async db => {
    await sql`lock table media in share row exclusive mode`.execute(db)
    const row = await db.selectFrom('media').select('id').where('file', '=', file).limit(1).executeTakeFirst()
    if (!row) await removeRenditions(files, file)
  })
}

/** The largest goes first: where it exists, the others do too. */
async function removeRenditions(files: FileStore, file: string): Promise<void> {
  for (const format of EMAIL_FORMATS) await files.remove(pictureUrl(file, 400, format))
  for (const width of PICTURE_WIDTHS.toReversed()) {
    for (const format of ['webp', 'avif'] as const) await files.remove(pictureUrl(file, width, format))
  }
}

type NewMedia = StoredPicture & Pick<Media, 'name' | 'alt'>

export async function insertMedia(db: Database, { file, width, height, name, alt }: NewMedia): Promise<Media> {
  const row = { id: newId(), file, width, height, name, alt }
  return db.insertInto('media').values(row).returning(mediaFields).executeTakeFirstOrThrow()
}

/** Answers ids of products, deleted ones included. */
async function takeFromProducts(db: Transaction, id: string): Promise<string[]> {
  const using = db.selectFrom('products').select('id').where(usesPicture(id)).orderBy('id')
  const ids = (await using.forNoKeyUpdate().execute()).map(({ id }) => id)
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
    .select([usedBy.as('usedBy'), categoriesWith.as('categories'), pagesWith.as('pages'), isOfShop.as('isOfShop')])
    .where('media.id', '=', sql<string>`any(${ids})`)
    .orderBy('media.id', 'desc')
    .execute()
  return { rows, total }
}

export async function listGallery(db: Database, ids: string[]): Promise<Media[]> {
  const found = db.selectFrom('media').select(mediaFields).where('id', '=', sql<string>`any(${ids})`)
  return inOrder(ids, await found.select('id').execute()).map(({ id: _, ...media }) => media)
}

/** More than the dialog before a deletion can name. */
const USES_SHOWN = 20

export const listUses = (db: Database, id: string): Promise<MediaUse[]> =>
  db
    .selectFrom('products')
    .select(['id as _id', 'name', 'is_active as isActive'])
    .where(usesPicture(id))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(USES_SHOWN)
    .execute()

const isNamedIn = (id: unknown) => sql<boolean>`strpos(changes::text, ${id}) > 0`

/** The planner can use both indexes for an array of ids. */
const usesPicture = (id: string) =>
  sql<boolean>`(thumbnail_id = ${id} or id = any(array(select product_id from product_gallery where media_id = ${id})))`

const isOfShop = sql<boolean>`exists (select from settings where ${isNamedIn(sql.ref('media.id'))})`

const categoriesWith = sql<string[]>`array(select name from categories where picture_id = media.id order by name)`

const pagesWith = sql<string[]>`array(
  select title from pages where strpos(body, '/media/' || media.file) > 0 order by title)`

const usedBy = sql<number>`(select count(*) from products where deleted_at is null and id in (
  select id from products where thumbnail_id = media.id
  union select product_id from product_gallery where media_id = media.id))`
