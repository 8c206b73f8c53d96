import type { LibraryMedia, ListQuery, Media, MediaUse } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findIds, inOrder } from '../platform/database/ids.ts'
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

export const isNamedIn = (id: unknown) => sql<boolean>`strpos(changes::text, ${id}) > 0`

/** The planner can use both indexes for an array of ids. */
export const usesPicture = (id: string) =>
  sql<boolean>`(thumbnail_id = ${id} or id = any(array(select product_id from product_gallery where media_id = ${id})))`

const isOfShop = sql<boolean>`exists (select from settings where ${isNamedIn(sql.ref('media.id'))})`

const categoriesWith = sql<string[]>`array(select name from categories where picture_id = media.id order by name)`

const pagesWith = sql<string[]>`array(
  select title from pages where strpos(body, '/media/' || media.file) > 0 order by title)`

const usedBy = sql<number>`(select count(*) from products where deleted_at is null and id in (
  select id from products where thumbnail_id = media.id
  union select product_id from product_gallery where media_id = media.id))`
