import { isOffline, paymentProblems } from '@mela/contract'
import type { Transaction } from '../../platform/database/database.ts'

/**
 * Closes what is due for an order that is cancelled; what arrived of it is due back. Answers what its invoice is credited
 * with. The order must be locked, and its status is still the old one.
 */
export async function closeUnpaid(db: Transaction, orderId: string): Promise<CancelledInvoice | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'gateway', 'amount_cents', 'received_cents'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .where('problem', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!isOffline(payment?.gateway)) return undefined

  const { id, amount_cents: cents, received_cents: received } = payment
  await db.updateTable('orders').set({ payment_id: null }).where('id', '=', orderId).execute()
  const arrived = received > 0 && { amount_cents: received, problem: paymentProblems.part }
  await db
    .updateTable('payments')
    .set({ status: 'failed', ...arrived })
    .where('id', '=', id)
    .execute()
  return { paymentId: id, refundId: CANCELLATION + id, cents }
}

interface CancelledInvoice {
  paymentId: string
  refundId: string
  cents: number
}

/** It begins what replaces a refund's id in the credit note of an order that was cancelled unpaid. */
export const CANCELLATION = 'cancelled-'
