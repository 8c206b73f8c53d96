import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Runs in the transaction that changed the reviews. */
export async function refreshRating(db: Database, productId: string): Promise<void> {
  // The row is locked first: an update that waits for it would add up the reviews as they were before the wait.
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
  await db
    .updateTable('products')
    .set(({ selectFrom }) => {
      const given = selectFrom('reviews').where('product_id', '=', productId).where('state', '=', 'shown')
      return {
        rating_points: given.select(sql<number>`coalesce(sum(rating), 0)`.as('points')),
        rating_count: given.select(eb => eb.fn.countAll<number>().as('count')),
      }
    })
    .where('id', '=', productId)
    .execute()
}
