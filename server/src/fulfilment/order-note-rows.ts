import type { OrderNote } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'

export async function listOrderNotes(db: Database, orderId: string): Promise<OrderNote[]> {
  const rows = await db
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'author_id')
    .select(['order_notes.id', 'text', 'order_notes.created_at', 'author_id', 'first_name', 'last_name'])
    .where('order_id', '=', orderId)
    .orderBy('order_notes.id')
    .execute()
  return rows.map(({ id: _id, text, ...row }) => ({
    ...{ _id, text, at: row.created_at.toISOString() },
    by: { _id: row.author_id, name: { firstName: row.first_name, lastName: row.last_name } },
  }))
}

export async function insertOrderNote(
  db: Database,
  { id, orderId, authorId, text }: { id: string; orderId: string; authorId: string; text: string },
): Promise<void> {
  await db.insertInto('order_notes').values({ id, order_id: orderId, author_id: authorId, text }).execute()
}

export async function deleteOrderNote(
  db: Database,
  { orderId, noteId, authorId }: { orderId: string; noteId: string; authorId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('order_notes')
    .where('id', '=', noteId)
    .where('order_id', '=', orderId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Free text may name an erased customer. */
export async function deleteNotesAbout(db: Database, customerId: string): Promise<void> {
  const orders = db.selectFrom('orders').select('id').where('user_id', '=', customerId)
  await db.deleteFrom('order_notes').where('order_id', 'in', orders).execute()
}
