import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { paymentQueue } from './payment-queue.ts'
import { lockPayment } from './payments.repository.ts'
import { insertRefund, listRefunds, refundable } from './refunds.repository.ts'

export const CANCELLED = 'The order was cancelled.'

/**
 * Queues the refund of the rest of a cancelled order's payment, in the transaction that cancels the order or records
 * the payment (B19). A pending payment is refunded on arrival; while it is disputed, the provider decides. The order
 * must be locked. Nothing is queued unless it is `below` an amount in cents.
 */
export async function queueAutomaticRefund(
  db: Transaction<Tables>,
  paymentId: string,
  below = Number.POSITIVE_INFINITY,
): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (payment?.status !== 'completed' || payment.disputed) return

  const refunds = await listRefunds(db, payment.id)
  const amountCents = refundable(payment, refunds)
  if (amountCents <= 0 || amountCents >= below) return
  const refund = await insertRefund(db, { payment, amountCents, reason: CANCELLED })
  await enqueue(db, paymentQueue, { kind: 'refund', refund: refund.id })
}
