import { creditChargeback } from '../orders/invoices/invoices.repository.ts'
import { lockOrder } from '../orders/order-payment.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { markReversedUnlessWon } from './payment-checks.repository.ts'
import { lockPayment, markReversed, type PaymentRow } from './payments.repository.ts'

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
    await creditChargeback(db, id)
  })
}
