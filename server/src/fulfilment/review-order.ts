import { releaseGiftCards } from '../orders/gift-cards/issue-gift-cards.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import type { SessionUser } from '../people/session-user.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { showOrder } from './staff-orders.ts'

/** Staff have looked at an order that was marked: lock it → take the mark away → send gift cards. Doing it again changes nothing. */
export async function reviewOrder(db: Database, gateways: Gateways, staff: SessionUser, orderId: string) {
  await transact(db, async (db, invalidate) => {
    if (!(await lockOrder(db, orderId))) throw notFound('Order not found.')
    const marked = db.updateTable('orders').set({ review_reason: null }).where('id', '=', orderId)
    const { numUpdatedRows } = await marked.where('review_reason', 'is not', null).executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await releaseGiftCards(db, invalidate, orderId)
    await recordAudit(db, { actor: staff.id, action: 'order.reviewed', subject: `order:${orderId}` })
  })
  return showOrder(db, gateways, staff, orderId)
}
