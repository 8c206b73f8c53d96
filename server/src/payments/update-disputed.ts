import { sql, type Transaction } from 'kysely'
import { type PayableOrder, updateRefundDue } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isContested } from './dispute-rows.ts'
import { queueAutomaticRefund } from './queue-automatic-refund.ts'
import type { PaymentRow } from './rows.ts'

/** When the dispute ends, a cancelled order's payment is refunded, once. Lock order and payment first. */
export async function updateDisputed(
  db: Transaction<Tables>,
  order: PayableOrder,
  { id, disputed }: PaymentRow,
): Promise<void> {
  const isStillDisputed = await markDisputed(db, id, await isContested(db, id))
  await updateRefundDue(db, order.id)
  const hasEnded = disputed && !isStillDisputed
  if (hasEnded && order.status === 'cancelled' && order.paymentId === id) await queueAutomaticRefund(db, id)
}

async function markDisputed(db: Database, id: string, isContested: boolean): Promise<boolean> {
  const { disputed } = await db
    .updateTable('payments')
    .set({
      disputed: sql<boolean>`${isContested} or reversed_at is not null`,
    })
    .where('id', '=', id)
    .returning('disputed')
    .executeTakeFirstOrThrow()
  return disputed
}
