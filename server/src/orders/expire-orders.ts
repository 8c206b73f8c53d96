import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { holdForAnswer } from './hold-orders.ts'
import { moveOrder, payableOrders } from './move-order.ts'

/** Called before an order is paid: an expired one is cancelled first. */
export async function expireIfDue(db: Database, orderId: string): Promise<void> {
  const due = await dueOrders(db).where('id', '=', orderId).executeTakeFirst()
  if (due) await expire(db, orderId)
}

/** Of an account, or of the guest with this email. */
export async function expireOrdersOf(db: Database, userId: string, guestEmail?: string): Promise<void> {
  const isOwn = sql<boolean>`(user_id = ${userId} or guest_mailbox = mailbox_of(${guestEmail ?? null}))`
  for (const id of await listDueOrders(db, isOwn)) await expire(db, id)
}

/** Cancels orders that were not paid in time. A failure does not block the other orders. */
export async function expireOrders(db: Database): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listDueOrders(db)) await expire(db, id).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be cancelled.`)
}

/** Expires one order: lock it → hold it while the provider is asked, as its buyer may have approved → cancel. */
function expire(db: Database, id: string): Promise<void> {
  return transact(db, async (db, invalidate) => {
    const order = await dueOrders(db).where('id', '=', id).forUpdate('orders').skipLocked().executeTakeFirst()
    if (!order || (await holdForAnswer(db, order.id))) return
    await moveOrder(db, invalidate, order, 'cancelled', null)
  })
}

async function listDueOrders(db: Database, isOwn = sql<boolean>`true`): Promise<string[]> {
  const rows = await dueOrders(db).where(isOwn).orderBy('expires_at').limit(1000).execute()
  return rows.map(({ id }) => id)
}

/** An order waits while a payment is pending or the provider is queried about one. */
function dueOrders(db: Database) {
  return payableOrders(db)
    .where('status', '=', 'pending')
    .where('payment_id', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .where(
      sql<boolean>`not exists (
        select from payment_attempts where order_id = orders.id and state = 'open' and held_until > now())`,
    )
}
