import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import { readSettings } from '../../shop/settings.ts'
import { lockOrder, moveOrder } from '../move-order.ts'

const MOST = 100

/** Each minute: cancel orders whose transfer did not come in time → remind of those that are due, once. */
export async function followUpUnpaid(db: Database): Promise<void> {
  const failures: unknown[] = []
  for (const { order_id } of await unpaid(db).where('due_at', '<=', now).where(isUntouched).limit(MOST).execute())
    await cancelUnpaid(db, order_id).catch(error => failures.push(error))

  const { remindDays } = (await readSettings(db)).payments
  if (remindDays !== null) await remindOfUnpaid(db, remindDays)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} unpaid orders could not be cancelled.`)
}

const now = sql<Date>`now()`

const unpaid = (db: Database) =>
  db
    .selectFrom('payments')
    .select(['payments.id', 'order_id'])
    .where('gateway', '=', 'transfer')
    .where('status', '=', 'pending')
    .where('problem', 'is', null)
    .where('order_id', 'is not', null)
    .$narrowType<{ order_id: string }>()

/** Staff decide about an order that was paid in part or sent. */
const isUntouched = sql<boolean>`received_cents = 0 and exists (
  select from orders where orders.id = order_id and orders.status = 'processing')`

function cancelUnpaid(db: Database, orderId: string): Promise<void> {
  return transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, orderId)
    const isDue = await unpaid(db)
      .where('order_id', '=', orderId)
      .where('due_at', '<=', now)
      .where(isUntouched)
      .executeTakeFirst()
    if (order && isDue) await moveOrder(db, invalidate, order, 'cancelled', null)
  })
}

/** Mark and email are one transaction, so that a customer is reminded once; what staff changed today may change again. */
async function remindOfUnpaid(db: Database, days: number): Promise<void> {
  await transact(db, async db => {
    const due = unpaid(db)
      .where('reminded_at', 'is', null)
      .where('payments.created_at', '<=', sql<Date>`now() - make_interval(days => ${days})`)
      .where(sql<boolean>`(due_at is null or due_at > now())`)
      .where('payments.update_time', '<=', sql<Date>`now() - interval '1 day'`)
    const rows = await due.limit(MOST).forUpdate().skipLocked().execute()
    for (const { id, order_id } of rows) {
      await db.updateTable('payments').set({ reminded_at: now }).where('id', '=', id).execute()
      await enqueueEmail(db, { kind: 'order-payment-due', order: order_id })
    }
  })
}
