import type { OrderNote } from '@mela/contract'
import { recordAudit } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { notFound } from '../http/errors.ts'
import { findPayableOrder } from '../orders/order-payment.repository.ts'
import type { SessionUser } from '../users/session-user.ts'
import * as repository from './order-notes.repository.ts'

/** The audit log names the note and not its text, because audit events cannot be erased. */
export async function addOrderNote(
  db: Database,
  author: SessionUser,
  orderId: string,
  text: string,
): Promise<OrderNote> {
  return db.transaction().execute(async db => {
    if (!(await findPayableOrder(db, orderId))) throw notFound('Order not found.')

    const id = await repository.insertOrderNote(db, orderId, author.id, text)
    const note = (await repository.listOrderNotes(db, orderId)).find(({ _id }) => _id === id)
    if (!note) throw notFound('Note not found.')
    await recordAudit(db, { actor: author.id, action: 'note.added', subject: `order:${orderId}`, after: { note: id } })
    return note
  })
}

/** Another author's is not found. */
export async function deleteOrderNote(
  db: Database,
  author: SessionUser,
  orderId: string,
  noteId: string,
): Promise<void> {
  await db.transaction().execute(async db => {
    const isDeleted = await repository.deleteOrderNote(db, { orderId, noteId, authorId: author.id })
    if (!isDeleted) throw notFound('Note not found.')
    const before = { note: noteId }
    await recordAudit(db, { actor: author.id, action: 'note.deleted', subject: `order:${orderId}`, before })
  })
}
