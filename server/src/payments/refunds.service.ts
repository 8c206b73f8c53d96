import type { Database } from '../database/database.ts'
import { conflict, notFound, unavailable } from '../http/errors.ts'
import { findOrder } from '../orders/orders.repository.ts'
import type { PaymentGateway } from './gateway.ts'

/** Gives back all that was paid for an order; `pending` until the provider has done so. */
export async function refundOrder(
  db: Database,
  gateway: PaymentGateway,
  orderId: string,
  _actorId: string,
): Promise<'completed' | 'pending'> {
  const order = await findOrder(db, orderId)
  if (!order) throw notFound('Order not found.')
  if (order.payment?.status !== 'completed') throw conflict('Only an order that was paid can be refunded.')
  throw unavailable(new Error(`${gateway.name} gives nothing back yet.`))
}
