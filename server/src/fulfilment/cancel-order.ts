import { canCancel } from '@mela/contract'
import { lockOrder } from '../orders/lock-order.ts'
import { moveByStaff, moveOrder } from '../orders/move-order.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { queueAutomaticRefund } from '../payments/refund-rows.ts'
import { submitRefundsOf } from '../payments/submit-refunds.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { showOrder } from './staff-orders.ts'

/** Cancels an order before shipment, for customer or staff: move → queue the refund → ask the provider. Idempotent. */
export async function cancelOrder(db: Database, gateways: Gateways, visitor: SessionUser, id: string) {
  const isStaff = visitor.role === 'admin'
  await transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, id, isStaff ? undefined : visitor.id)
    if (!order) throw notFound('Order not found.')
    if (order.status === 'cancelled') return
    if (!canCancel(order.status)) throw conflict('This order can no longer be cancelled.', 'order_not_cancellable')

    const move = isStaff ? moveByStaff : moveOrder
    await move(db, invalidate, order, 'cancelled', visitor.id)
    await queueAutomaticRefund(db, order.paymentId)
  })
  await submitRefundsOf(db, gateways, id)
  return showOrder(db, visitor, id)
}
