import type { BodyOf, Calls } from '@mela/contract'
import { isUsable } from '../orders/gift-cards/find-gift-cards.ts'
import { correctGuestEmail } from '../people/guests.ts'
import type { SessionUser } from '../people/session-user.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'

/**
 * Staff correct the address of a guest's order: change it, which ends links and sessions → email its gift cards again →
 * write a note with both → email a new link → audit without them, as it cannot be erased. No account is looked up.
 */
export async function correctEmail(
  db: Database,
  staff: SessionUser,
  orderId: string,
  { email, from }: BodyOf<Calls['PUT /orders/:id/email']>,
): Promise<void> {
  await transact(db, async db => {
    const order = await db.selectFrom('orders').select('user_id').where('id', '=', orderId).executeTakeFirst()
    if (!order) throw notFound('Order not found.')
    const before = await correctGuestEmail(db, order.user_id, email)
    if (before === undefined)
      throw conflict('This is not the order of a guest: emails go to the address of the account.', 'action_not_allowed')
    if (from !== undefined && from !== before)
      throw conflict('This email was corrected meanwhile. Please reload.', 'version_conflict')

    const isResent = before !== email && (await resendGiftCards(db, orderId))
    const what =
      before === email ? `A new link was sent to ${email}` : `The email was corrected from ${before} to ${email}`
    const text = `${what}. Earlier links have ended.${isResent ? ' Its gift cards were sent there again.' : ''}`
    const note = newId()
    await db.insertInto('order_notes').values({ id: note, order_id: orderId, author_id: staff.id, text }).execute()
    await enqueueEmail(db, { kind: 'order-link', order: orderId })
    await recordAudit(db, {
      actor: staff.id,
      action: 'order.email-corrected',
      subject: `order:${orderId}`,
      after: { note },
    })
  })
}

/** Cards without a recipient went to the mistyped address. */
async function resendGiftCards(db: Transaction, orderId: string): Promise<boolean> {
  const cards = await db
    .selectFrom('gift_cards')
    .select('id')
    .where('order_id', '=', orderId)
    .where('recipient_email', 'is', null)
    .where('balance_cents', '>', 0)
    .where(isUsable)
    .execute()
  for (const { id } of cards) await enqueueEmail(db, { kind: 'gift-card', giftCard: id })
  return cards.length > 0
}
