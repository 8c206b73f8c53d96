import type { Media } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import type { FileStore } from './file-store.ts'
import { deleteMedia, isFileUsed, isOfShop, lockMedia, takeFromProducts } from './media-library.ts'
import { findMedia, insertMedia } from './media-rows.ts'
import { type PictureMaker, removePicture } from './pictures.ts'

interface NewPicture {
  bytes: Buffer
  name: string
  alt: string
  /** Null for the shop itself. */
  actor: string | null
}

interface Storage {
  files: FileStore
  pictures: PictureMaker
}

export const storePicture = async (db: Database, storage: Storage, picture: NewPicture): Promise<Media> =>
  (await addPicture(db, storage, { ...picture, use: 'picture' })).media

/** Files are stored first; `isFirst` says that it was the first of moving pictures. */
export async function addPicture(
  db: Database,
  { files, pictures }: Storage,
  { bytes, actor, use, ...named }: NewPicture & { use: 'picture' | 'logo' },
): Promise<{ media: Media; isFirst: boolean }> {
  const { isFirst = false, ...stored } = await pictures.makePicture(bytes, use)
  const media = await insertRecorded(db, { ...stored, ...named }, actor).catch(async error => {
    // The files are useless when the row cannot be written, as when the database is full.
    await removeUnusedFiles(db, files, stored.file).catch(() => {})
    throw error
  })
  // An equal picture may have been deleted meanwhile, with its files.
  if (!(await files.has(stored.file))) await pictures.makePicture(bytes, use)
  return { media, isFirst }
}

function insertRecorded(
  db: Database,
  picture: Parameters<typeof insertMedia>[1],
  actor: string | null,
): Promise<Media> {
  return transact(db, async db => {
    const media = await insertMedia(db, picture)
    const after = { name: media.name, url: media.url }
    await recordAudit(db, { actor, action: 'media.uploaded', subject: `media:${media._id}`, after })
    return media
  })
}

export async function showMedia(db: Database, id: string): Promise<Media> {
  const media = await findMedia(db, id)
  if (!media) throw notFound('Media not found.')
  return media
}

export async function deletePicture(db: Database, files: FileStore, actor: string, id: string): Promise<void> {
  const file = await transact(db, async (db, invalidate) => {
    const media = await lockMedia(db, id)
    if (!media) throw notFound('Media not found.')
    const products = await takeFromProducts(db, id)
    await deleteMedia(db, id)
    if (await isOfShop(db, id)) invalidate('shop')
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
    if (!(await isFileUsed(db, file))) await removePicture(files, file)
  })
}
