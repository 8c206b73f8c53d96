import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { holdForAnswer } from './hold-for-payment.ts'
import { moveOrder } from './move-order.ts'
import { isDue, listDueOrders, lockDueOrder } from './order-payment.repository.ts'

/** Called before an order is paid: an expired one is cancelled first. */
export async function expireIfDue(db: Database, orderId: string): Promise<void> {
  if (await isDue(db, orderId)) await expire(db, orderId)
}

export async function expireOrdersOf(db: Database, userId: string): Promise<void> {
  for (const id of await listDueOrders(db, userId)) await expire(db, id)
}

/** A failure does not block the other orders. */
export async function expireOrders(db: Database): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listDueOrders(db)) await expire(db, id).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be cancelled.`)
}

/** A buyer who was redirected may have approved, so the provider is queried first. */
function expire(db: Database, id: string): Promise<void> {
  return transact(db, async (db, invalidate) => {
    const order = await lockDueOrder(db, id)
    if (!order || (await holdForAnswer(db, order.id))) return
    await moveOrder(db, invalidate, order, 'cancelled', null)
  })
}
