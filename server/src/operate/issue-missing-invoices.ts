import { creditChargeback, issueCreditNote, issueInvoice } from '../orders/invoices/invoices.repository.ts'
import { lockOrder } from '../orders/order-payment.repository.ts'
import { lockPayment } from '../payments/payments.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'

/** Each payment has a transaction, so that a sale at that moment waits for one at the most. Answers their number. */
export async function issueMissing(db: Database): Promise<number> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'order_id'])
    .where('status', '=', 'completed')
    .where('problem', 'is', null)
    .where('order_id', 'is not', null)
    .$narrowType<{ order_id: string }>()
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoices').select('invoices.id').whereRef('payment_id', '=', 'payments.id'))),
    )
    .orderBy('id')
    .execute()
  for (const payment of payments) await issueAll(db, payment)
  return payments.length
}

async function issueAll(db: Database, { id, order_id }: { id: string; order_id: string }): Promise<void> {
  await transact(db, async db => {
    await lockOrder(db, order_id)
    const payment = await lockPayment(db, id)
    if (!payment) return
    const refunds = await db
      .selectFrom('refunds')
      .select(['provider_refund_id as refundId', 'amount_cents as cents'])
      .where('payment_id', '=', id)
      .where('state', '=', 'completed')
      .where('provider_refund_id', 'is not', null)
      .orderBy('completed_at')
      .orderBy('id')
      .$narrowType<{ refundId: string }>()
      .execute()
    await issueInvoice(db, payment)
    for (const refund of refunds) await issueCreditNote(db, { paymentId: id, ...refund })
    await creditChargeback(db, id)
  })
}
