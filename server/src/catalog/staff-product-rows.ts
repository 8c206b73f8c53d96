import type { ImportedProduct } from '@mela/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { columnsOf } from './product-rows.ts'

/** Category and pictures stay locked until the transaction ends. */
export async function lockReferences(
  db: Transaction<Tables>,
  { categoryId, mediaIds }: { categoryId: string | undefined; mediaIds: string[] },
): Promise<{ hasCategory: boolean; media: Set<string> }> {
  const category = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', categoryId ?? '')
    .forKeyShare()
    .executeTakeFirst()
  const media = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', sql<string>`any(${mediaIds})`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return { hasCategory: category !== undefined, media: new Set(media.map(({ id }) => id)) }
}

/** After the products all their stock is locked against orders: none adds variants any more. */
export async function lockProducts(db: Transaction<Tables>, ids: string[]): Promise<void> {
  const among = sql<string>`any(${ids})`
  const products = db.selectFrom('products').select('id').where('id', '=', among)
  await products.orderBy('id').forNoKeyUpdate().execute()
  const stock = db.selectFrom('stock').select('variant_id').where('product_id', '=', among)
  await stock.orderBy('variant_id').forUpdate().execute()
}

type WithSlug = ImportedProduct & { slug: string }

/** The first variant of a product has the product's id. */
export async function insertProduct(db: Transaction<Tables>, id: string, input: WithSlug): Promise<void> {
  await db
    .insertInto('products')
    .values({ id, ...columnsOf(input) })
    .execute()
  await db.insertInto('variants').values({ id, product_id: id, position: 0 }).execute()
  await insertGallery(db, id, input.gallery)
}

export async function updateProduct(db: Transaction<Tables>, id: string, input: WithSlug): Promise<void> {
  await db
    .updateTable('products')
    .set({ ...columnsOf(input), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('product_gallery').where('product_id', '=', id).execute()
  await insertGallery(db, id, input.gallery)
}

export async function markDeleted(db: Transaction<Tables>, ids: string[]): Promise<void> {
  await setDeletedAt(db, ids, sql`now()`)
}

export async function unmarkDeleted(db: Transaction<Tables>, ids: string[]): Promise<void> {
  await setDeletedAt(db, ids, sql`null`)
}

async function setDeletedAt(db: Transaction<Tables>, ids: string[], deleted_at: RawBuilder<Date | null>) {
  const among = sql<string>`any(${ids})`
  await db.updateTable('products').set({ deleted_at }).where('id', '=', among).execute()
}

export async function listDeleted(db: Transaction<Tables>, ids: string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'slug'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('deleted_at', 'is not', null)
    .execute()
}

async function insertGallery(db: Transaction<Tables>, id: string, gallery: string[]) {
  if (gallery.length === 0) return
  const rows = gallery.map((media_id, position) => ({ product_id: id, position, media_id }))
  await db.insertInto('product_gallery').values(rows).execute()
}
