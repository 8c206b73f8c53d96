import { sql } from 'kysely'
import { creditChargeback } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, type PayableOrder, updateRefundDue } from '../orders/lock-order.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { queueAutomaticRefund } from './refund-rows.ts'
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
    await markReversed(db, id, from)
    await updateRefundDue(db, order_id)
    await creditChargeback(db, id)
  })
}

/** A provider may report a chargeback for ever when it is asked; after a dispute that the shop won nothing changes. */
async function markReversed(db: Database, id: string, from: 'event' | 'retrieval'): Promise<void> {
  await sql`
    update payments set disputed = true, reversed_at = coalesce(reversed_at, now())
    where id = ${id} and (${from === 'event'} or status = 'completed' and reversed_at is null and not exists (
      select from disputes
      where payment_id = payments.id and state = 'won'
        and disputes.amount_cents >= payments.amount_cents - payments.refunded_cents
    ))`.execute(db)
}

/**
 * Writes whether a payment is contested. When its dispute ends, a cancelled order's payment is refunded, once.
 * Lock order and payment first.
 */
export async function updateDisputed(db: Transaction, order: PayableOrder, { id, disputed }: PaymentRow) {
  const isStillDisputed = await markDisputed(db, id)
  await updateRefundDue(db, order.id)
  const hasEnded = disputed && !isStillDisputed
  if (hasEnded && order.status === 'cancelled' && order.paymentId === id) await queueAutomaticRefund(db, id)
}

/** A payment that has nothing left after a lost dispute stays contested, so that its order is not sent. */
async function markDisputed(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ disputed: boolean }>`
    with known as (
      select count(*) filter (where is_open) as open, count(*) filter (where state = 'lost') as lost,
        coalesce(sum(coalesce(awarded_cents, amount_cents)) filter (where state = 'lost'), 0) as awarded,
        min(opened_at) filter (where state = 'lost') as since
      from disputes where payment_id = ${id}
    )
    update payments set disputed = reversed_at is not null or open > 0 or lost > 0 and (
      refunded_cents >= amount_cents or awarded > (
        select coalesce(sum(refunds.amount_cents), 0) from refunds
        where payment_id = payments.id and origin = 'provider' and state = 'completed' and refunds.created_at >= since
      ))
    from known where payments.id = ${id}
    returning disputed`.execute(db)
  return rows[0]?.disputed ?? false
}
