import { findPayableOrder } from '../orders/move-order.ts'
import type { SessionUser } from '../people/session-user.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'

/** The audit log names the note and not its text, because audit events cannot be erased. */
export async function addOrderNote(
  db: Database,
  { id: author }: SessionUser,
  orderId: string,
  text: string,
  key?: string,
) {
  return transact(db, async db => {
    if (!(await findPayableOrder(db, orderId))) throw notFound('Order not found.')

    const id = newId()
    const earlierId = await claimKey(db, { userId: author, key, kind: 'note', request: { orderId, text }, id })
    if (!earlierId)
      await db.insertInto('order_notes').values({ id, order_id: orderId, author_id: author, text }).execute()
    const note = (await listOrderNotes(db, orderId)).find(({ _id }) => _id === (earlierId ?? id))
    if (!note) throw notFound('Note not found.')
    if (earlierId) return note
    await recordAudit(db, { actor: author, action: 'note.added', subject: `order:${orderId}`, after: { note: id } })
    return note
  })
}

export async function deleteOrderNote(db: Database, { id: author }: SessionUser, orderId: string, noteId: string) {
  await transact(db, async db => {
    const { numDeletedRows } = await db
      .deleteFrom('order_notes')
      .where('id', '=', noteId)
      .where('order_id', '=', orderId)
      .where('author_id', '=', author)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Note not found.')
    const before = { note: noteId }
    await recordAudit(db, { actor: author, action: 'note.deleted', subject: `order:${orderId}`, before })
  })
}

export async function listOrderNotes(db: Database, orderId: string) {
  const rows = await db
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'author_id')
    .select(['order_notes.id as _id', 'text', isoTime('order_notes.created_at').as('at')])
    .select(['author_id', 'first_name as firstName', 'last_name as lastName'])
    .where('order_id', '=', orderId)
    .orderBy('order_notes.id')
    .execute()
  return rows.map(({ author_id, firstName, lastName, ...note }) => ({
    ...note,
    by: { _id: author_id, name: { firstName, lastName } },
  }))
}
