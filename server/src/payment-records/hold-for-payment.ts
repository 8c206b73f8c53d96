import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** For so long after its time an order is held at the most, whatever the provider does or does not say. */
const MOST = sql<Date>`(select expires_at + interval '3 hours' from orders where orders.id = order_id)`

/** What asking the provider once may take. */
const ONE_QUESTION = sql`interval '10 minutes'`

/**
 * Keeps an order that is due until the provider was asked, once, whether its open attempt was approved: the reconciler does
 * so within minutes. False when there is nothing to ask. The order must be locked.
 */
export async function holdForAnswer(db: Transaction<Tables>, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({ held_until: sql<Date>`least(now() + ${ONE_QUESTION}, ${MOST})`, next_look_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where('provider_order_id', 'is not', null)
    .where('held_until', 'is', null)
    .where(sql<boolean>`now() < ${MOST}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** While money is being taken, and until it is known whether it was. */
export async function holdForCapture(db: Database, attemptId: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ held_until: MOST }).where('id', '=', attemptId).execute()
}

/**
 * No money was taken; the buyer may try another way. Before the order's time there is nothing to hold, and the provider is
 * asked when it comes. After it, the order waits for what is left of that one question: were the hold forgotten, a payment
 * that PayPal goes on showing as approved would be tried, declined and held again for hours.
 */
export async function holdAfterDecline(db: Database, attemptId: string): Promise<void> {
  const rest = sql<Date | null>`(select case when expires_at <= now() then expires_at + ${ONE_QUESTION} end
    from orders where orders.id = order_id)`
  await db.updateTable('payment_attempts').set({ held_until: rest }).where('id', '=', attemptId).execute()
}

/** The provider has answered, and no money is on its way. */
export async function endHold(db: Database, attemptId: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ held_until: sql<Date>`now()` })
    .where('id', '=', attemptId)
    .where('held_until', 'is not', null)
    .execute()
}
