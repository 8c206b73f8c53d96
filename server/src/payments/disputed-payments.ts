import { sql, type Transaction } from 'kysely'
import { creditChargeback } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, type PayableOrder, updateRefundDue } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { queueAutomaticRefund } from './queue-automatic-refund.ts'
import { lockPayment, type PaymentRow } from './rows.ts'

/**
 * Records that the bank took a payment back. A query of the provider ('retrieval'), unlike its event, counts only until
 * the shop has won the dispute.
 */
export async function recordReversal(
  db: Database,
  { id, order_id }: Pick<PaymentRow, 'id' | 'order_id'>,
  from: 'event' | 'retrieval',
): Promise<void> {
  await transact(db, async db => {
    await lockOrder(db, order_id)
    await lockPayment(db, id)
    await (from === 'event' ? markReversed(db, id) : markReversedUnlessWon(db, id))
    await updateRefundDue(db, order_id)
    await creditChargeback(db, id)
  })
}

/** The bank keeps the payment until the shop wins a dispute about all of it. */
async function markReversed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ disputed: true, reversed_at: sql<Date>`coalesce(reversed_at, now())` })
    .where('id', '=', id)
    .execute()
}

/** A provider may report a chargeback for ever; once the shop has won a dispute nothing changes. */
async function markReversedUnlessWon(db: Database, id: string): Promise<void> {
  await sql`
    update payments set disputed = true, reversed_at = now()
    where id = ${id} and status = 'completed' and reversed_at is null and not exists (
      select from disputes
      where payment_id = payments.id and state = 'won'
        and disputes.amount_cents >= payments.amount_cents - payments.refunded_cents
    )`.execute(db)
}

/**
 * Writes whether a payment is contested. When its dispute ends, a cancelled order's payment is refunded, once.
 * Lock order and payment first.
 */
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

/** A payment that has nothing left after a lost dispute stays contested, so that its order is not sent. */
async function isContested(db: Transaction<Tables>, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ isContested: boolean }>`
    with known as (
      select count(*) filter (where is_open) as open, count(*) filter (where state = 'lost') as lost,
        coalesce(sum(coalesce(awarded_cents, amount_cents)) filter (where state = 'lost'), 0) as awarded,
        min(opened_at) filter (where state = 'lost') as since
      from disputes where payment_id = ${paymentId}
    )
    select open > 0 or lost > 0 and (refunded_cents >= amount_cents or awarded > (
      select coalesce(sum(refunds.amount_cents), 0) from refunds
      where payment_id = payments.id and origin = 'provider' and state = 'completed' and refunds.created_at >= since
    )) as "isContested"
    from payments, known where payments.id = ${paymentId}`.execute(db)
  return rows[0]?.isContested ?? false
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
