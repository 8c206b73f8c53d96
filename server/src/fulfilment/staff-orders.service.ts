import type { StaffOrder } from '@mela/contract'
import { findOrder } from '../orders/orders.repository.ts'
import { requireOwnOrder } from '../orders/orders.service.ts'
import { findRefundDue } from '../payments/refunds-due.repository.ts'
import { listPaymentsForOrder } from '../payments/staff-payments.repository.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { listOrderNotes } from './order-notes.repository.ts'
import { findCustomer, listActors } from './staff-orders.repository.ts'

/** The order does not exist for anybody but its customer and admins. */
export async function showOrder(db: Database, visitor: SessionUser, id: string): Promise<StaffOrder> {
  if (visitor.role !== 'admin') return requireOwnOrder(db, visitor.id, id)

  const order = await findOrder(db, id)
  if (!order) throw notFound('Order not found.')
  const [user, actors, payments, refundDue, notes] = await Promise.all([
    findCustomer(db, order.user),
    listActors(db, id),
    listPaymentsForOrder(db, id),
    findRefundDue(db, id),
    listOrderNotes(db, id),
  ])
  const { avatar, ...customer } = user
  const history = order.history.map((move, index) => ({ ...move, by: actors[index] ?? null }))
  return { ...order, user, customer, history, payments, refundDue, notes }
}
