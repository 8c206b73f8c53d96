import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'

/** The longest hold of an order after its time, whatever the provider answers. */
const MOST = sql<Date>`(select expires_at + interval '3 hours' from orders where orders.id = order_id)`

const ONE_QUESTION = sql`interval '10 minutes'`

const answerTime = sql<Date>`least(now() + ${ONE_QUESTION}, ${MOST})`

/** Holds once, until the reconciler has asked whether the open attempt was approved. Lock the order first. */
export async function holdForAnswer(db: Transaction, orderId: string): Promise<boolean> {
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
