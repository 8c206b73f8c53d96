import type { StaffOrder } from '@mela/contract'
import type { Database } from '../database/database.ts'
import type { SessionUser } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { expireIfDue } from './expiry.ts'
import { findOrder } from './orders.repository.ts'
import { requireOwnOrder } from './orders.service.ts'
import { findCustomer, listHistory } from './staff-orders.repository.ts'

/** To its owner as they know it, to an admin with its customer and history; to others it does not exist (DECISIONS B29). */
export async function showOrder(db: Database, visitor: SessionUser, id: string): Promise<StaffOrder> {
  if (visitor.role !== 'admin') return requireOwnOrder(db, visitor.id, id)

  await expireIfDue(db, id)
  const order = await findOrder(db, id)
  if (!order) throw notFound('Order not found.')
  const [customer, history] = await Promise.all([findCustomer(db, order.user), listHistory(db, id)])
  return { ...order, customer, history }
}
