import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { moveOrder, payableOrders } from './move-order.ts'

/** Called before an order is paid: an expired one is cancelled first. */
export async function expireIfDue(db: Database, orderId: string): Promise<void> {
  const due = await dueOrders(db).where('id', '=', orderId).executeTakeFirst()
  if (due) await expire(db, orderId)
}

export async function expireOrdersOf(db: Database, userId: string): Promise<void> {
  for (const id of await listDueOrders(db, userId)) await expire(db, id)
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

async function listDueOrders(db: Database, ownerId?: string): Promise<string[]> {
  const due = dueOrders(db).orderBy('expires_at').limit(1000)
  const rows = await (ownerId ? due.where('user_id', '=', ownerId) : due).execute()
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

/** The longest hold of an order after its time, whatever the provider answers. */
const MOST = sql<Date>`(select expires_at + interval '3 hours' from orders where orders.id = order_id)`

const ONE_QUESTION = sql`interval '10 minutes'`

const answerTime = sql<Date>`least(now() + ${ONE_QUESTION}, ${MOST})`

/** Holds once, until the reconciler has asked whether the open attempt was approved. Lock the order first. */
async function holdForAnswer(db: Transaction, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({ held_until: answerTime, next_check_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where('provider_order_id', 'is not', null)
    .where('held_until', 'is', null)
    .where(sql<boolean>`now() < ${MOST}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A due order is held for the answer also before `holdForAnswer` has run. */
export const heldUntil = sql<Date | null>`case
  when held_until is not null or provider_order_id is null or orders.expires_at > now() then held_until
  else ${answerTime} end`

export const holdForCapture = (db: Database, attemptId: string) => updateHold(db, attemptId, MOST)

/** Only the rest of that one query is waited for: a payment still shown as approved would be held again for hours. */
export const holdAfterDecline = (db: Database, attemptId: string) =>
  updateHold(
    db,
    attemptId,
    sql`(select case when expires_at <= now() then expires_at + ${ONE_QUESTION} end from orders where orders.id = order_id)`,
  )

/** Called when the provider has answered and no payment is pending. */
export const endHold = (db: Database, attemptId: string) =>
  updateHold(db, attemptId, sql`case when held_until is not null then now() end`)

async function updateHold(db: Database, attemptId: string, until: RawBuilder<Date | null>): Promise<void> {
  await db.updateTable('payment_attempts').set({ held_until: until }).where('id', '=', attemptId).execute()
}
