import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export async function findProductHandles(db: Database, handles: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('product_handles')
    .innerJoin('products', 'products.id', 'product_handles.product_id')
    .select(['handle', 'product_id'])
    .where('handle', '=', sql<string>`any(${[...new Set(handles)]})`)
    .where('products.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ handle, product_id }) => [handle, product_id]))
}

/** The product may be inserted later in the transaction; false when another one has the handle. */
export async function takeHandle(db: Transaction<Tables>, handle: string, productId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('product_handles')
    .values({ handle, product_id: productId })
    .onConflict(conflict =>
      conflict
        .column('handle')
        .doUpdateSet({ product_id: productId })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('products')
              .select('id')
              .whereRef('products.id', '=', 'product_handles.product_id')
              .where('deleted_at', 'is not', null),
          ),
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function dropHandle(db: Transaction<Tables>, productId: string): Promise<void> {
  await db.deleteFrom('product_handles').where('product_id', '=', productId).execute()
}
