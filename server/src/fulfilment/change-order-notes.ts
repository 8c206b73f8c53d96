import type { OrderNote } from '@mela/contract'
import { findPayableOrder } from '../orders/lock-order.ts'
import type { SessionUser } from '../people/session-user.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import * as orderNotes from './order-note-rows.ts'

/** The audit log names the note and not its text, because audit events cannot be erased. */
export async function addOrderNote(
  db: Database,
  author: SessionUser,
  orderId: string,
  text: string,
  key?: string,
): Promise<OrderNote> {
  return transact(db, async db => {
    if (!(await findPayableOrder(db, orderId))) throw notFound('Order not found.')

    const id = newId()
    const request = { orderId, text }
    const earlierId = await claimKey(db, { userId: author.id, key, kind: 'note', request, id })
    if (!earlierId) await orderNotes.insertOrderNote(db, { id, orderId, authorId: author.id, text })
    const note = (await orderNotes.listOrderNotes(db, orderId)).find(({ _id }) => _id === (earlierId ?? id))
    if (!note) throw notFound('Note not found.')
    if (earlierId) return note
    await recordAudit(db, { actor: author.id, action: 'note.added', subject: `order:${orderId}`, after: { note: id } })
    return note
  })
}

/** Throws `notFound` for another author's note. */
export async function deleteOrderNote(
  db: Database,
  author: SessionUser,
  orderId: string,
  noteId: string,
): Promise<void> {
  await transact(db, async db => {
    const isDeleted = await orderNotes.deleteOrderNote(db, { orderId, noteId, authorId: author.id })
    if (!isDeleted) throw notFound('Note not found.')
    const before = { note: noteId }
    await recordAudit(db, { actor: author.id, action: 'note.deleted', subject: `order:${orderId}`, before })
  })
}
