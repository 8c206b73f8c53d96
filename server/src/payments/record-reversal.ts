import { sql } from 'kysely'
import { creditChargeback } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, updateRefundDue } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { lockPayment, type PaymentRow } from './rows.ts'

/** A query of the provider ('retrieval'), unlike its event, counts only until the shop has won the dispute. */
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
