import type { LibraryMedia, ListQuery, Media, MediaUse } from '@mela/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findIds, inOrder } from '../platform/database/ids.ts'
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
            .where(isNamedIn(eb.ref('media.id'))),
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
