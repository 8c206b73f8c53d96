import { type BodyOf, type Calls, canCancel, type OrderStatus } from '@mela/contract'
import { refuseSpentCards } from '../orders/gift-cards/use-gift-cards.ts'
import {
  findMoveRefusal,
  findPayableOrder,
  lockOrder,
  moveByStaff,
  moveOrder,
  type PayableOrder,
  throwRefusal,
} from '../orders/move-order.ts'
import { requireOwnOrder } from '../orders/read-orders.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { refundOrder } from '../payments/refund-payment.ts'
import { findPaymentById, queueAutomaticRefund } from '../payments/rows.ts'
import { submitRefundsOf } from '../payments/submit-refunds.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts'
import { findPaid, findSendRefusal } from './order-actions.ts'
import { showOrder } from './staff-orders.ts'

interface Move {
  visitor: SessionUser
  orderId: string
  input: BodyOf<Calls['PATCH /orders/:orderId/update']>
}

/** Changes an order's status: staff move or refund it, a customer confirms that it is paid. */
export async function updateOrder(db: Database, gateways: Gateways, move: Move) {
  const { visitor, orderId, input } = move
  if ((input.orderId ?? orderId) !== orderId) throw invalid({ orderId: 'This is another order.' })

  if (visitor.role !== 'admin') await confirmPaid(db, move)
  else if (input.status === 'refunded') await refund(db, gateways, move)
  else await moveOn(db, gateways, move)
  const order = await showOrder(db, gateways, visitor, orderId)
  return {
    order,
    message:
      input.status === 'refunded' && order.status !== 'refunded'
        ? 'Refund pending.'
        : `Order status updated to '${order.status.toUpperCase()}' successfully.`,
  }
}

/** The payment itself has moved the order, so the answer only confirms. */
async function confirmPaid(db: Database, { visitor, orderId, input }: Move): Promise<void> {
  const order = await requireOwnOrder(db, visitor.id, orderId)
  if (input.status !== 'processing' || !input.payment) throw forbidden()

  const isPaid = order.payment?._id === input.payment && order.payment.status === 'completed'
  if (!isPaid) throw conflict('This payment does not pay for this order.', 'order_not_paid')
  // Its payment may have delivered it, too.
  if (order.status !== input.status && order.status !== 'delivered')
    throwRefusal(findMoveRefusal(order.status, input.status))
}

/** The provider refunds first; only then is the order refunded. */
async function refund(db: Database, gateways: Gateways, { visitor, orderId, input }: Move): Promise<void> {
  const order = await toMove(db, await findPayableOrder(db, orderId), input)
  if (order) await refundOrder(db, gateways, order.id, visitor.id)
}

async function moveOn(db: Database, gateways: Gateways, { visitor, orderId, input }: Move): Promise<void> {
  await transact(db, async (db, invalidate) => {
    const order = await toMove(db, await lockOrder(db, orderId), input)
    if (!order) return
    throwRefusal(findSendRefusal(order.status, input.status, await findPaid(db, order)))
    await moveByStaff(db, invalidate, order, input.status, visitor.id)
    if (input.status === 'cancelled') await queueAutomaticRefund(db, order.paymentId)
  })
  if (input.status === 'cancelled') await submitRefundsOf(db, gateways, orderId)
}

/** Throws when the transition is not allowed, or the order left the status that the sender has seen. */
async function toMove(db: Database, order: PayableOrder | undefined, { status, payment, from }: Move['input']) {
  if (!order) throw notFound('Order not found.')
  if (payment && (await findPaymentById(db, payment))?.order_id !== order.id)
    throw conflict('This payment belongs to another order.', 'payment_of_other_order')
  if (order.status === status) return undefined
  const paying = order.paymentId === null ? undefined : await findPaymentById(db, order.paymentId)
  throwRefusal(findMoveRefusal(order.status, status, paying))
  if (from && from !== order.status)
    throw conflict(`This order was changed by someone else: it is ${order.status} now.`, 'version_conflict')
  return order
}

/** Cancels an order before shipment, for customer or staff: move → queue the refund → ask the provider. Idempotent. */
export async function cancelOrder(
  db: Database,
  gateways: Gateways,
  visitor: SessionUser,
  id: string,
  from?: OrderStatus,
) {
  const isStaff = visitor.role === 'admin'
  await transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, id, isStaff ? undefined : visitor.id)
    if (!order) throw notFound('Order not found.')
    if (order.status === 'cancelled') return
    if (!canCancel(order.status)) throw conflict('This order can no longer be cancelled.', 'order_not_cancellable')
    if (from && from !== order.status)
      throw conflict(`This order has changed meanwhile: it is ${order.status} now.`, 'version_conflict')

    if (!isStaff) await refuseSpentCards(db, id)
    const move = isStaff ? moveByStaff : moveOrder
    await move(db, invalidate, order, 'cancelled', visitor.id)
    await queueAutomaticRefund(db, order.paymentId)
  })
  await submitRefundsOf(db, gateways, id)
  return showOrder(db, gateways, visitor, id)
}
